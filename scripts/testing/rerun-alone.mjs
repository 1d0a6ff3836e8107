// Tries files with red tests again, each alone in a process of its own, after all else has ended: up to twice.
import { lanes } from "./lanes.mjs";
import { runLane } from "./run-lane.mjs";

/** More than these, and it is no machine's fault. */
const most = { tests: 25, files: 12 };
const tries = 2;

/** @param {import("./ledger.mjs").Ledger} ledger */
export async function rerunAlone(ledger) {
  for (let again = 0; again < tries; again += 1) {
    const red = ledger.red();
    const files = new Map();
    for (const test of red) files.set(test.file, [...(files.get(test.file) ?? []), test]);
    if (files.size > most.files || red.filter(({ tries }) => tries.includes("failed")).length > most.tests) {
      console.log(`\n${red.length} red tests in ${files.size} files: too many to be tried again.`);
      return;
    }
    for (const [file, tests] of files) {
      const lane = lanes.find(({ name }) => name === tests[0].lane);
      console.log(`\nOnce more, alone: ${file} (${tests.length} red)`);
      ledger.add(lane.name, await runLane(lane, { files: [file], alone: true }));
    }
  }
}
