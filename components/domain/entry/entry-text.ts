/** Permission bits as `ls -l` writes them: `rwxr-xr-x`, with s, S, t and T for the special bits. */
export function formatMode(mode: number): string {
  const letters = Array.from("rwxrwxrwx", (letter, index) => ((mode >> (8 - index)) & 1 ? letter : "-"));
  const special = [
    { bit: 0o4000, at: 2, on: "s", off: "S" },
    { bit: 0o2000, at: 5, on: "s", off: "S" },
    { bit: 0o1000, at: 8, on: "t", off: "T" },
  ];
  for (const { bit, at, on, off } of special) if (mode & bit) letters[at] = letters[at] === "x" ? on : off;
  return letters.join("");
}

const dayMs = 86_400_000;
type Formats = {
  time: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  year: Intl.DateTimeFormat;
  full: Intl.DateTimeFormat;
  ago: Intl.RelativeTimeFormat;
};
const formatsByLocale = new Map<string, Formats>();

function formatsFor(locale: string): Formats {
  let formats = formatsByLocale.get(locale);
  if (formats === undefined) {
    formats = {
      time: new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }),
      day: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }),
      year: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }),
      full: new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" }),
      ago: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
    };
    formatsByLocale.set(locale, formats);
  }
  return formats;
}

/** When an entry changed, as short as it stays clear: the time today, "yesterday", the day, the day with its year. */
export function formatChanged(timeMs: number, nowMs: number, locale: string): string {
  if (!isDate(timeMs)) return noDate;
  const formats = formatsFor(locale);
  const daysAgo = Math.round((startOfDay(nowMs) - startOfDay(timeMs)) / dayMs);
  if (daysAgo === 0) return formats.time.format(timeMs);
  if (daysAgo === 1) return formats.ago.format(-1, "day");
  const isThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? formats.day : formats.year).format(timeMs);
}

export function formatFullDate(timeMs: number, locale: string): string {
  return isDate(timeMs) ? formatsFor(locale).full.format(timeMs) : noDate;
}

const noDate = "—";

/** Archives hold whatever time was written into them. */
function isDate(timeMs: number): boolean {
  return !Number.isNaN(new Date(timeMs).getTime());
}

function startOfDay(timeMs: number): number {
  return new Date(timeMs).setHours(0, 0, 0, 0);
}
