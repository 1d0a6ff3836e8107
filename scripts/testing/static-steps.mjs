// What is checked of the sources without running them, all at once.
import { spawn } from "node:child_process";
import { shorten } from "./report.mjs";

const bin = (name) => `node_modules/.bin/${name}`;
const steps = [
  { name: "types", command: [bin("tsc"), "--noEmit", "--pretty", "false"] },
  { name: "lint and boundaries", command: [bin("oxlint")] },
  { name: "unused code", command: [bin("knip")] },
  { name: "format", command: [bin("oxfmt"), "--check", "."] },
  { name: "complete lock file", command: [process.execPath, "scripts/complete-lock.mjs", "--check"] },
];
const shownLines = 30;

/** @returns {Promise<{ name: string, message: string }[]>} Those that failed. */
export async function runStaticSteps() {
  const results = await Promise.all(steps.map(runStep));
  return results.filter((result) => result !== null);
}

function runStep({ name, command: [program, ...args] }) {
  const started = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const add = (chunk) => (said += chunk.toString());
  child.stdout.on("data", add);
  child.stderr.on("data", add);
  child.once("error", add);
  return new Promise((resolve) =>
    child.once("close", (code) => {
      if (code !== 0) console.log(said);
      console.log(`${code === 0 ? "ok" : "FAILED"}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
      resolve(code === 0 ? null : { name, message: shorten(said.trim().split("\n").slice(-shownLines).join("\n")) });
    }),
  );
}
