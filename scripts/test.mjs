// `npm test`: the checks, then the end-to-end tests against the built server. The last line counts all tests.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
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
if (status === 0) status = run("node_modules/.bin/playwright", ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: reports.e2e });

const totals = { passed: 0, failed: 0, skipped: 0 };
if (existsSync(reports.unit)) {
  const report = JSON.parse(readFileSync(reports.unit, "utf8"));
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
}
if (existsSync(reports.e2e)) {
  const { stats } = JSON.parse(readFileSync(reports.e2e, "utf8"));
  totals.passed += stats.expected + stats.flaky;
  totals.failed += stats.unexpected;
  totals.skipped += stats.skipped;
}
if (totals.failed > 0 && status === 0) status = 1;
if (status !== 0 && totals.failed === 0) totals.failed = 1;
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = status;
