// Every figure that a test would have to judge by the clock, by memory, or by turns of the event loop, each beside a control of the same run:
// npm run measure [word]   (on a machine that does nothing else; the promises need a build). Ends with 1 where a bound is broken.
import { patternVerdicts } from "./verdicts/patterns";
import { memoryVerdicts } from "./verdicts/memory";
import { promiseVerdicts } from "./verdicts/promises";
import { serverVerdicts } from "./verdicts/server";
import { textVerdicts } from "./verdicts/texts";
import { turnVerdicts } from "./verdicts/turns";
import type { Verdict } from "./support/verdict";

const wanted = process.argv[2] ?? "";
const all: Verdict[] = [
  ...patternVerdicts,
  ...textVerdicts,
  ...serverVerdicts,
  ...turnVerdicts,
  ...memoryVerdicts,
  ...promiseVerdicts,
];

const shown = (value: number, unit: string) => `${value < 10 ? value.toPrecision(2) : Math.round(value)} ${unit}`;
let [over, leftOut] = [0, 0];
for (const { name, unit, most, measure } of all) {
  if (!name.includes(wanted)) continue;
  const found = await measure();
  if (typeof found === "string") {
    leftOut++;
    console.log(`${name.padEnd(72)} left out: ${found}`);
    continue;
  }
  const { figure, control } = found;
  const isOver = !(figure <= most * control);
  if (isOver) over++;
  console.log(
    `${name.padEnd(72)} ${shown(figure, unit).padStart(12)}, control ${shown(control, unit).padStart(12)}, ${(figure / control).toPrecision(2).padStart(7)} of at most ${String(most).padEnd(5)} ${isOver ? "OVER" : "ok"}`,
  );
}
console.log(`${over} over, ${leftOut} left out`);
// Stores and threads that were opened for it may still be there.
process.exit(over === 0 ? 0 : 1);
