// `npm test`: the checks, the build, and all lanes of tests, one after the other; then what was red once more, alone. The last line counts
// all tests. The image is among them where what it is made of has changed, and with --all (`npm run test:all`).
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { clearLeftovers } from "./clear-leftovers.mjs";
import { isCurrent, root } from "./fingerprint.mjs";
import { installPackages } from "./install-packages.mjs";
import { isImageProven, keepImageProven } from "./testing/image-inputs.mjs";
import { lanes, lanesOf } from "./testing/lanes.mjs";
import { Ledger } from "./testing/ledger.mjs";
import { prepare } from "./testing/prepare.mjs";
import { printEnd } from "./testing/print-end.mjs";
import { rerunAlone } from "./testing/rerun-alone.mjs";
import { runLane } from "./testing/run-lane.mjs";

process.chdir(root);
installPackages();
await clearLeftovers();
rmSync("test-results", { recursive: true, force: true });
const ledger = new Ledger();
const withImage = process.argv.includes("--all") || !isImageProven();

const runScript = (...args) => spawnSync(process.execPath, args, { stdio: "inherit" }).status;

function build() {
  if (isCurrent()) return true;
  const status = runScript("scripts/build.mjs");
  if (status !== 0) ledger.addProblem("build", `exit code ${status}`);
  return status === 0;
}

if ((await prepare(ledger)) && build()) {
  for (const lane of lanes) {
    if (lane.name === "image" && !withImage) continue;
    const started = performance.now();
    console.log(`\nLane ${lane.name}`);
    ledger.add(lane.name, await runLane(lane));
    console.log(`Lane ${lane.name} took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  await rerunAlone(ledger);
  judgeCalls();
  if (!withImage)
    console.log(
      "\nNot tested: the image and a tree with one group more, as nothing they are made of has changed (npm run test:all).",
    );
  else if (isWholeAndGreen("image")) keepImageProven();
}
process.exitCode = printEnd(ledger);

function isWholeAndGreen(name) {
  const amiss = [...ledger.red(), ...ledger.skipped()];
  return amiss.every(({ lane }) => lane !== name) && ledger.problems.every((problem) => problem.name !== name);
}

/** Where a test in the browser was red or skipped, it is not known what it would have called. */
function judgeCalls() {
  const inBrowser = new Set(lanesOf("playwright").map(({ name }) => name));
  if (ledger.problems.length > 0 || [...ledger.red(), ...ledger.skipped()].some(({ lane }) => inBrowser.has(lane)))
    return;
  const status = runScript("--import", "tsx", "e2e/support/judge-calls.ts");
  if (status !== 0) ledger.addProblem("buttons without a test", "see what judge-calls printed above");
}
