// `npm test`: the checks, then the end-to-end tests against the built server. The last line counts all tests.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { readReports } from "./read-reports.mjs";
import { isCurrent, root } from "./fingerprint.mjs";
import { installPackages } from "./install-packages.mjs";

process.chdir(root);
installPackages();
const reports = {
  unit: "test-results/vitest.json",
  e2e: ["test-results/server.json", "test-results/image.json"],
};
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results", { recursive: true });

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

const playwright = "node_modules/.bin/playwright";
const project = (name) => ({
  args: ["test", `--project=${name}`, `--output=test-results/${name}`, "--retries=1"],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `test-results/${name}.json` },
});

/** The image needs what is checked in and no build of ours: it is made beside all the rest, with what that leaves of the processors. */
function beginImage() {
  const { args, env } = project("image");
  const log = openSync("test-results/image.log", "w");
  const child = spawn("nice", ["-n", "10", playwright, ...args], {
    stdio: ["ignore", log, log],
    env: { ...process.env, ...env },
  });
  closeSync(log);
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function testServer() {
  if (!isCurrent()) {
    const built = run(process.execPath, ["scripts/build.mjs"]);
    if (built !== 0) return built;
  }
  const { args, env } = project("server");
  return run(playwright, args, env);
}

let status = run(process.execPath, ["scripts/generate.mjs"]);
const image = beginImage();
if (status === 0)
  status = run(process.execPath, [
    "scripts/check.mjs",
    "--retry=1",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reports.unit}`,
  ]);
// Tests that failed keep nobody from hearing of the others; what cannot be built or read does.
if (status === 0 || existsSync(reports.unit)) status = testServer() || status;
const imageStatus = await image;
console.log(readFileSync("test-results/image.log", "utf8"));
if (status === 0) status = imageStatus;

const { passed, failed, skipped, said, titles, slow } = readReports(reports);
console.log(`\nThe slowest:\n${slow.join("\n")}`);
for (const text of said) console.log(text);
// Once more at the end, where nothing hides them.
if (titles.length > 0) console.log(`\nNot passed, or not at once:\n${titles.join("\n")}`);
if (failed > 0 && status === 0) status = 1;
console.log(`${passed} passed, ${status !== 0 && failed === 0 ? 1 : failed} failed, ${skipped} skipped`);
process.exitCode = status;
