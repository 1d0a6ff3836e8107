// `npm run check`: everything that needs no browser. Each step's output is shown; the first failure ends the run.
import { spawnSync } from "node:child_process";
import { root } from "./fingerprint.mjs";

process.chdir(root);
const bin = (name) => `node_modules/.bin/${name}`;
const steps = [
  ["generated code", process.execPath, ["scripts/generate.mjs"]],
  ["complete lock file", process.execPath, ["scripts/complete-lock.mjs", "--check"]],
  ["types", bin("tsc"), ["--noEmit"]],
  ["lint and boundaries", bin("oxlint"), []],
  ["format", bin("oxfmt"), ["--check", "."]],
  ["unused code", bin("knip"), []],
  ["unit and integration tests", bin("vitest"), ["run", ...process.argv.slice(2)]],
];
for (const [name, command, args] of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  console.log(`${status === 0 ? "ok" : "FAILED"}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) process.exit(status ?? 1);
}
