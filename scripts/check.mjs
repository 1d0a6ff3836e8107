// `npm run check`: everything that needs no browser. `npm run check -- --changed`: of the tests those that reach, by their imports,
// what differs from the branch main.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { clearLeftovers } from "./clear-leftovers.mjs";
import { root } from "./fingerprint.mjs";
import { lanesOf } from "./testing/lanes.mjs";
import { Ledger } from "./testing/ledger.mjs";
import { printEnd } from "./testing/print-end.mjs";
import { rerunAlone } from "./testing/rerun-alone.mjs";
import { runLane } from "./testing/run-lane.mjs";
import { prepare } from "./testing/prepare.mjs";

process.chdir(root);
await clearLeftovers();
rmSync("test-results", { recursive: true, force: true });
const ledger = new Ledger();
if (await prepare(ledger)) {
  const extra = process.argv.includes("--changed") ? [`--changed=${baseOf()}`] : [];
  for (const lane of lanesOf("vitest")) ledger.add(lane.name, await runLane(lane, { extra }));
  await rerunAlone(ledger);
}
process.exitCode = printEnd(ledger);

function baseOf() {
  const { stdout, status } = spawnSync("git", ["merge-base", "main", "HEAD"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "HEAD";
}
