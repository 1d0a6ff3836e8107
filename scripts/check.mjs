// `npm run check`: everything that needs no browser. Each step's output is shown; the first failure ends the run.
import { spawnSync } from "node:child_process";
import { root } from "./fingerprint.mjs";

process.chdir(root);
const bin = (name) => `node_modules/.bin/${name}`;
const steps = [
  { name: "generated code", command: process.execPath, args: ["scripts/generate.mjs"] },
  { name: "complete lock file", command: process.execPath, args: ["scripts/complete-lock.mjs", "--check"] },
  { name: "types", command: bin("tsc"), args: ["--noEmit"] },
  { name: "lint and boundaries", command: bin("oxlint"), args: [] },
  { name: "format", command: bin("oxfmt"), args: ["--check", "."] },
  { name: "unused code", command: bin("knip"), args: [] },
  { name: "unit and integration tests", command: bin("vitest"), args: ["run", ...process.argv.slice(2)] },
];
for (const { name, command, args } of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  console.log(`${status === 0 ? "ok" : "FAILED"}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) process.exit(status ?? 1);
}
