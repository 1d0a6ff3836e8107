import { historyDays, minuteMs, quarterMinutes } from "@/lib/shared/metrics";
import type { Db } from "@/lib/server/db/open-db";

/** At once; others may write in between. */
const rowsPerRound = 2_000;
const dayMinutes = 1440;

/** Removes what is older than the history goes back, or from days to come, of a clock that was wrong. Gives how many minutes. */
export async function pruneHistory(db: Db, nowMs = Date.now()): Promise<number> {
  const now = Math.floor(nowMs / minuteMs);
  const [oldest, newest] = [now - historyDays * dayMinutes, now + dayMinutes];
  const removed = await removeOutside(db, { table: "MetricMinute", column: "minute", oldest, newest });
  await removeOutside(db, {
    table: "MetricQuarter",
    column: "quarter",
    oldest: Math.floor(oldest / quarterMinutes),
    newest: Math.ceil(newest / quarterMinutes),
  });
  await db.$executeRaw`DELETE FROM "MetricLayout" WHERE "id" NOT IN (SELECT "layoutId" FROM "MetricMinute" UNION SELECT "layoutId" FROM "MetricQuarter")`;
  return removed;
}

type Outside = {
  table: "MetricMinute" | "MetricQuarter";
  column: "minute" | "quarter";
  oldest: number;
  newest: number;
};

async function removeOutside(db: Db, { table, column, oldest, newest }: Outside): Promise<number> {
  const remove = `DELETE FROM "${table}" WHERE "${column}" IN (SELECT "${column}" FROM "${table}" WHERE "${column}" < ? OR "${column}" > ? LIMIT ${rowsPerRound})`;
  for (let total = 0; ;) {
    const removed = await db.$executeRawUnsafe(remove, oldest, newest);
    total += removed;
    if (removed < rowsPerRound) return total;
  }
}
