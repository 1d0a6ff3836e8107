// The end of a run: what was slow, what was said by tests that did not pass, and in the last forty lines why it is red, by name.
import { mkdirSync, writeFileSync } from "node:fs";

/** So many unsteady tests, and the product or its tests cannot be relied on. */
const tooManyUnsteady = 10;
const shownRed = 12;
const shownUnsteady = 10;
const shownSlow = 10;
const shownChars = 160;

const titleOf = ({ lane, file, name }) => `[${lane}] ${file} › ${name}`;
const firstLine = (text) => {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  return line.trim().slice(0, shownChars);
};
const inShort = (tests, most) => [
  ...tests.slice(0, most).map((test) => `  ${titleOf(test)}: ${firstLine(test.message)}`),
  ...(tests.length > most ? [`  … and ${tests.length - most} more, named above`] : []),
];

/**
 * @param {import("./ledger.mjs").Ledger} ledger
 * @returns {number} The exit code.
 */
export function printEnd(ledger) {
  const [red, unsteady, skipped, passed] = [ledger.red(), ledger.unsteady(), ledger.skipped(), ledger.passed()];
  const slow = [...ledger.times].sort(([, a], [, b]) => b - a).slice(0, shownSlow);
  console.log("\nThe slowest files:");
  for (const [file, ms] of slow) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  for (const { name, message } of ledger.problems) console.log(`\nFAILED ${name}\n${message}`);
  for (const test of red) console.log(`\nRED ${titleOf(test)}\n${test.message}`);
  for (const test of unsteady) console.log(`\nUNSTEADY (${test.tries.join(", ")}) ${titleOf(test)}\n${test.message}`);
  for (const { reason, ...test } of skipped) console.log(`skipped: ${titleOf(test)}: ${reason}`);

  mkdirSync("test-results", { recursive: true });
  const kept = unsteady.map(({ lane, file, name, tries, message }) => ({ lane, file, name, tries, message }));
  writeFileSync("test-results/unsteady.json", `${JSON.stringify(kept, null, 2)}\n`);

  const reasons = ledger.problems.map(({ name, message }) => `  ${name}: ${firstLine(message)}`).slice(0, shownRed);
  const isTooUnsteady = unsteady.length >= tooManyUnsteady;
  if (unsteady.length > 0)
    console.log(`\nUnsteady (${unsteady.length}; ${tooManyUnsteady} fail a run): passed when tried again alone`);
  for (const line of inShort(unsteady, shownUnsteady)) console.log(line);
  const failed = red.length + ledger.problems.length + (isTooUnsteady ? 1 : 0);
  if (failed > 0) console.log("\nRed:");
  for (const line of [...reasons, ...inShort(red, shownRed)]) console.log(line);
  if (isTooUnsteady) console.log(`  ${unsteady.length} unsteady tests, of fewer than ${tooManyUnsteady}`);
  console.log(`\n${passed.length} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed > 0 ? 1 : 0;
}
