import { historyDays, minuteMs, quarterMinutes } from "@/lib/shared/metrics";
import { createPace } from "@/lib/server/base/next-slice";
import type { Db } from "@/lib/server/db/open-db";
import { createSteps } from "./add-up";
import { inSlices, readRows } from "./history-rows";
import { createProcessSums, unpackProcesses } from "./processes-of-minute";
import type { OpenMinute } from "./recorder";

/** What people expect between two points, in minutes. */
const stepMinutes = [1, 2, 3, 5, 10, 15, 30, 60, 90, 120, 180, 240, 360, 720, 1440];
const minutesKept = historyDays * 1440;

type Asked = { from: number; to: number; points: number };

/** Averages and highest values between two times, in at most so many equal steps. Gaps are null. */
export async function readHistory(db: Db, asked: Asked, open: OpenMinute | null, nowMs = Date.now()) {
  const end = Math.ceil(Math.min(asked.to, nowMs + minuteMs) / minuteMs);
  const start = Math.max(Math.floor(asked.from / minuteMs), end - minutesKept);
  const step = stepMinutes.find((minutes) => (end - start) / minutes <= asked.points - 1) ?? 1440;
  const first = Math.floor(start / step);
  const steps = Math.max(0, Math.ceil(end / step) - first);
  const sums = createSteps(steps);
  const stepOf = (minute: number) => Math.floor(minute / step) - first;

  let minutesFrom = first * step;
  const before = (first + steps) * step;
  if (step % quarterMinutes === 0) {
    let last = -1;
    for await (const slice of inSlices(minutesFrom / quarterMinutes, before / quarterMinutes)) {
      const quarters = await db.metricQuarter.findMany({ where: { quarter: slice }, orderBy: { quarter: "asc" } });
      await readRows(db, quarters, ({ quarter }, key, span) =>
        sums.add(stepOf(quarter * quarterMinutes), key, span, quarterMinutes),
      );
      last = quarters.at(-1)?.quarter ?? last;
    }
    // What came after them is not put together yet.
    minutesFrom = Math.max(minutesFrom, (last + 1) * quarterMinutes);
  }
  let isOpenKept = false;
  for await (const slice of inSlices(minutesFrom, before)) {
    const minutes = await db.metricMinute.findMany({
      where: { minute: slice },
      select: { minute: true, layoutId: true, figures: true },
    });
    await readRows(db, minutes, ({ minute }, key, span) => sums.add(stepOf(minute), key, span));
    isOpenKept ||= minutes.some(({ minute }) => minute === open?.minute);
  }
  if (open !== null && !isOpenKept)
    for (const key of open.figures.keys()) {
      const span = open.figures.at(0, key);
      if (span !== null) sums.add(stepOf(open.minute), key, span);
    }

  const column = (key: string, field: "average" | "highest") =>
    Array.from({ length: steps }, (_, index) => {
      const span = sums.at(index, key);
      return span === null ? null : shortened(span[field]);
    });
  const keys = sums.keys().sort();
  return {
    from: first * step * minuteMs,
    stepMs: step * minuteMs,
    steps,
    averages: Object.fromEntries(keys.map((key) => [key, column(key, "average")])),
    highest: Object.fromEntries(keys.map((key) => [key, column(key, "highest")])),
  };
}

/** As many digits as two bytes hold. */
function shortened(value: number): number {
  return Number(value.toPrecision(4));
}

/** Who took most between two times, on average of the minutes of which it is known. */
export async function readBehind(db: Db, { from, to }: Pick<Asked, "from" | "to">, open: OpenMinute | null) {
  const [start, end] = [Math.floor(from / minuteMs), Math.ceil(Math.min(to, Date.now() + minuteMs) / minuteMs)];
  const sums = createProcessSums();
  const pace = createPace();
  for await (const slice of inSlices(Math.max(start, end - minutesKept), end)) {
    const rows = await db.metricMinute.findMany({
      where: { minute: slice, processes: { not: null } },
      select: { processes: true },
    });
    for (const { processes } of rows) {
      if (processes !== null) sums.add(unpackProcesses(processes));
      await pace();
    }
  }
  if (open !== null && open.minute >= start && open.minute < end && open.processes.length > 0) sums.add(open.processes);
  return { processes: sums.busiest(6) };
}
