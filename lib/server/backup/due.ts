import type { StoredBackups } from "@/lib/contracts/backup";

type Plan = Pick<StoredBackups, "rhythm" | "days" | "minute" | "hours">;

const hourMs = 3_600_000;

/** When the next backup is due after a moment, both in ms since 1970. Days and times are the server's, also where its clock is put forward or back. */
export function dueAfter({ rhythm, days, minute, hours }: Plan, afterMs: number): number {
  if (rhythm === "hours") return afterMs + hours * hourMs;
  const after = new Date(afterMs);
  // One more than a week: today's time may have gone by.
  for (let day = 0; day <= 8; day++) {
    const at = new Date(after.getFullYear(), after.getMonth(), after.getDate() + day, 0, minute);
    if (days.includes(at.getDay()) && at.getTime() > afterMs) return at.getTime();
  }
  throw new RangeError("no day is chosen");
}
