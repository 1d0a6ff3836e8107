/** Entries from `start` up to `end` of one month or day, local time; `ms` lies in it. */
export type DateGroup = { key: string; ms: number; start: number; end: number };
export type DateUnit = "month" | "day";

/** With so many pictures to a day, days are worth a heading; fewer would leave a line for each picture. */
const manyPerDay = 12;

const monthOf = (date: Date) => date.getFullYear() * 12 + date.getMonth();
const dayOf = (date: Date) => monthOf(date) * 31 + date.getDate() - 1;

/** Groups of what is sorted by its time already, either way. */
export function groupByDate(times: readonly number[]): { unit: DateUnit; groups: readonly DateGroup[] } {
  const days = groupsOf(times, dayOf);
  if (days.length > 0 && times.length / days.length >= manyPerDay) return { unit: "day", groups: days };
  return { unit: "month", groups: groupsOf(times, monthOf) };
}

function groupsOf(times: readonly number[], numberOf: (date: Date) => number): DateGroup[] {
  const groups: DateGroup[] = [];
  let current = Number.NaN;
  const date = new Date(0);
  for (const [index, ms] of times.entries()) {
    date.setTime(ms);
    const number = numberOf(date);
    const last = groups.at(-1);
    if (last !== undefined && number === current) last.end = index + 1;
    else groups.push({ key: String(number), ms, start: index, end: index + 1 });
    current = number;
  }
  return groups;
}
