import { appendFileSync } from "node:fs";

export type Goal = { text: string; isMet: boolean };
export type Figure = { name: string; figure: string; goals: Goal[] };

export const atMost = (value: number, limit: number, unit = ""): Goal => ({
  text: `<= ${limit}${unit}`,
  isMet: value <= limit,
});
export const atLeast = (value: number, limit: number, unit = ""): Goal => ({
  text: `>= ${limit}${unit}`,
  isMet: value >= limit,
});

/** One line a figure: what, how much, what was asked for and whether it is so; none asks for what is there to compare with. */
export function report(name: string, figure: string, ...goals: Goal[]): void {
  const line: Figure = { name, figure, goals };
  console.log(lineOf(line));
  const file = process.env["BENCH_RESULTS"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export function lineOf({ name, figure, goals }: Figure): string {
  const verdict = goals.length === 0 ? "" : goals.every(({ isMet }) => isMet) ? "met" : "MISSED";
  return `${name.padEnd(50)} ${figure.padEnd(54)} ${goals
    .map(({ text }) => text)
    .join(", ")
    .padEnd(24)} ${verdict}`;
}
