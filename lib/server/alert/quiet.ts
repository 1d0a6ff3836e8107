type Quiet = { from: number; to: number } | null;

/** Whether a moment is within the quiet time, by the clock of the server's time zone. From 22:00 to 07:00 goes over midnight. */
export function isQuiet(quiet: Quiet, atMs: number): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const at = new Date(atMs);
  const minute = at.getHours() * 60 + at.getMinutes();
  const { from, to } = quiet;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
