// `npm test`: the checks, then the end-to-end tests against the built server. The last line counts all tests.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { readReports } from "./read-reports.mjs";
import { isCurrent, root } from "./fingerprint.mjs";
import { installPackages } from "./install-packages.mjs";

process.chdir(root);
installPackages();
const reports = { unit: "test-results/vitest.json", e2e: "test-results/playwright.json" };
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results", { recursive: true });

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

let status = run(process.execPath, [
  "scripts/check.mjs",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reports.unit}`,
]);
if (status === 0 && !isCurrent()) status = run(process.execPath, ["scripts/build.mjs"]);
if (status === 0)
  status = run("node_modules/.bin/playwright", ["test", "--retries=1"], { PLAYWRIGHT_JSON_OUTPUT_NAME: reports.e2e });

const { passed, failed, skipped, said } = readReports(reports);
for (const text of said) console.log(text);
if (failed > 0 && status === 0) status = 1;
console.log(`${passed} passed, ${status !== 0 && failed === 0 ? 1 : failed} failed, ${skipped} skipped`);
process.exitCode = status;
