import type { alertContract } from "@/lib/contracts/alert";
import { alertMeasures, subjectOf } from "@/lib/shared/alerts";
import { minuteMs } from "@/lib/shared/metrics";
import { inSlices, readRows } from "@/lib/server/metrics/history/history-rows";
import { knownFigures } from "@/lib/server/metrics/running";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { assertMaySee } from "./may-see";
import { conditionOf } from "./rule-rows";
import { measuredAs, totalsOf } from "./seen-figures";
import { track, type Tracked } from "./track";

const days = 7;
const dayMinutes = 1440;

type Past = { times: number; seconds: number; minutes: ReadonlySet<number> };

/** Runs the rule over the minutes of the last week, a day at a time. */
export const previewAlertRule: Service<typeof alertContract.previewAlertRule> = async (
  asked,
  { db, actor, signal },
) => {
  assertMaySee(actor, asked);
  const condition = conditionOf(asked);
  if (alertMeasures[condition.metric].unit === "state") return { times: null, seconds: 0, known_minutes: 0 };
  const totals = totalsOf(knownFigures());
  const now = Math.floor(Date.now() / minuteMs);
  const states = new Map<string, Tracked>();
  const past = { times: 0, seconds: 0, minutes: new Set<number>() };
  for (let day = days; day > 0 && !signal.aborted; day--) {
    const columns = await readDay(db, now - day * dayMinutes, (key, value) => {
      const subject = subjectOf(condition, key);
      const measured = subject === null ? null : measuredAs(condition.metric, value, totals);
      return subject === null || measured === null ? null : { subject, measured };
    });
    for (const [subject, points] of columns)
      for (const { minute, measured } of points) {
        past.minutes.add(minute);
        const nowMs = minute * minuteMs;
        const { after, event } = track(states.get(subject) ?? null, measured, { rule: condition, nowMs });
        if (event === "fired") past.times++;
        if (after?.phase === "firing") past.seconds += minuteMs / 1000;
        if (after === null) states.delete(subject);
        else states.set(subject, after);
      }
  }
  return answerOf(past);
};

function answerOf({ times, seconds, minutes }: Past) {
  return { times: minutes.size === 0 ? null : times, seconds, known_minutes: minutes.size };
}

type Point = { minute: number; measured: number };
type Pick = (key: string, value: number) => { subject: string; measured: number } | null;

/** The averages of a day’s minutes by what they are of, in their order. */
async function readDay(db: Db, from: number, pick: Pick): Promise<ReadonlyMap<string, readonly Point[]>> {
  const columns = new Map<string, Point[]>();
  for await (const slice of inSlices(from, from + dayMinutes)) {
    const rows = await db.metricMinute.findMany({
      where: { minute: slice },
      orderBy: { minute: "asc" },
      select: { minute: true, layoutId: true, figures: true },
    });
    await readRows(db, rows, ({ minute }, key, { average }) => {
      const found = pick(key, average);
      if (found === null) return;
      const points = columns.get(found.subject) ?? [];
      columns.set(found.subject, points);
      points.push({ minute, measured: found.measured });
    });
  }
  return columns;
}
