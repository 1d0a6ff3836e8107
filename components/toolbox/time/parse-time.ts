export type TimeUnit = "s" | "ms" | "us" | "ns" | "date";
export type ParsedTime = { atMs: number; unit: TimeUnit };

/** Up to here a number is of that unit: seconds until the year 5138, milliseconds from 1973 to there. */
const units = [
  { unit: "s", below: 1e11, toMs: (value: number) => value * 1e3 },
  { unit: "ms", below: 1e14, toMs: (value: number) => value },
  { unit: "us", below: 1e17, toMs: (value: number) => value / 1e3 },
  { unit: "ns", below: 1e20, toMs: (value: number) => value / 1e6 },
] as const;

/** A time as people paste it: Unix time in the unit that its size tells, or a date. Null for anything else. */
export function parseTime(text: string): ParsedTime | null {
  const plain = text.trim();
  if (/^[+-]?\d+(?:\.\d+)?$/.test(plain)) {
    const value = Number(plain);
    const known = units.find(({ below }) => Math.abs(value) < below);
    return known === undefined ? null : withinCalendar({ atMs: known.toMs(value), unit: known.unit });
  }
  // Date.parse takes nearly anything with a digit in it, "version 3" as well.
  if (!/\d{4}|\d{1,2}[-/. ]/.test(plain)) return null;
  return withinCalendar({ atMs: Date.parse(plain.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, "$1T")), unit: "date" });
}

function withinCalendar({ atMs, unit }: ParsedTime): ParsedTime | null {
  const whole = Math.round(atMs);
  return Number.isNaN(new Date(whole).getTime()) ? null : { atMs: whole, unit };
}
