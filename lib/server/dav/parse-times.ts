/** What a Date can be (ECMA-262 §21.4.1.1). A disk keeps the nearest time that it can. */
const maxMs = 8.64e15;

/** Seconds since 1970, as ownCloud's clients and rclone send them in `X-OC-Mtime` and `lastmodified`; those of before 1970 are negative. Null for no time. */
export function parseSeconds(text: string | undefined): number | null {
  const seconds = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(seconds) ? null : clamp(Math.round(seconds * 1000));
}

/** A date as HTTP and Windows write it. Null for no date. */
export function parseDate(text: string): number | null {
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? null : timeMs;
}

function clamp(timeMs: number): number {
  return Math.max(-maxMs, Math.min(maxMs, timeMs));
}
