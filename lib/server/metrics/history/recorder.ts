import type { BusyProcess } from "@/lib/contracts/metrics";
import { minuteMs, parseMetricKey, quarterMinutes } from "@/lib/shared/metrics";
import type { Db } from "@/lib/server/db/open-db";
import type { Reading } from "@/lib/server/metrics/sampler";
import { createSteps, type Steps } from "./add-up";
import { keepLayout, readRows } from "./history-rows";
import { packFigures } from "./pack-figures";
import { createProcessSums, packProcesses } from "./processes-of-minute";

/** A minute that is not over yet. */
export type OpenMinute = { minute: number; figures: Steps; processes: readonly BusyProcess[] };

type Options = {
  db: Db;
  /** Asked before each minute is written. */
  hasRoom: () => Promise<boolean>;
  /** Told once, until it has worked again. */
  onFailure: (error: unknown) => void;
};

/**
 * Figures of one row, 4 bytes each; those that came first stay. With the longest list of processes four rows go into a page of the
 * database, and 30 days into 47 MB; most machines have 40.
 */
export const mostKeys = 150;
/** Seen live only. */
const isKept = (key: string) => parseMetricKey(key).kind !== "core" && key !== "load/5" && key !== "load/15";

/** Puts readings together to minutes and writes each when it is over; of the quarters of an hour that are over, too. */
export function createRecorder({ db, hasRoom, onFailure }: Options) {
  let open: { minute: number; figures: Steps; sums: ReturnType<typeof createProcessSums> } | null = null;
  let layout: readonly string[] = [];
  let lastQuarter: number | null = null;
  let isFailing = false;
  let written: Promise<void> = Promise.resolve();

  /** All that was there since the start, so that what is missing for a minute does not make another layout. */
  function layoutFor(keys: readonly string[]): readonly string[] {
    const known = new Set(layout);
    const added = keys.filter((key) => !known.has(key));
    if (added.length > 0)
      layout = layout.length + added.length > mostKeys ? keys.slice(0, mostKeys) : [...layout, ...added];
    return layout;
  }

  async function write(minute: number, figures: Steps, processes: readonly BusyProcess[]): Promise<void> {
    if (!(await hasRoom())) return;
    const keys = layoutFor(figures.keys());
    const spans = new Map(
      keys.flatMap((key) => {
        const span = figures.at(0, key);
        return span === null ? [] : [[key, span] as const];
      }),
    );
    const row = {
      layoutId: await keepLayout(db, keys),
      figures: packFigures(keys, spans),
      processes: processes.length === 0 ? null : packProcesses(processes),
    };
    await db.metricMinute.upsert({ where: { minute }, create: { minute, ...row }, update: row });
    const quarter = Math.floor(minute / quarterMinutes);
    if (quarter !== lastQuarter) await rollUp(db, quarter);
    lastQuarter = quarter;
  }

  function close(): void {
    if (open === null) return;
    const { minute, figures, sums } = open;
    open = null;
    if (figures.keys().length === 0) return;
    written = written
      .then(() => write(minute, figures, sums.busiest()))
      .then(
        () => (isFailing = false),
        (error: unknown) => {
          if (!isFailing) onFailure(error);
          isFailing = true;
        },
      )
      .then(() => {});
  }

  function minuteAt(atMs: number) {
    const minute = Math.floor(atMs / minuteMs);
    if (open?.minute !== minute) close();
    open ??= { minute, figures: createSteps(1), sums: createProcessSums() };
    return open;
  }

  return {
    add({ atMs, figures }: Reading): void {
      const { figures: steps } = minuteAt(atMs);
      for (const [key, value] of Object.entries(figures))
        if (isKept(key)) steps.add(0, key, { average: value, highest: value });
    },
    addProcesses(atMs: number, processes: readonly BusyProcess[]): void {
      minuteAt(atMs).sums.add(processes);
    },
    /** Null: nothing was read yet. */
    open: (): OpenMinute | null =>
      open === null ? null : { minute: open.minute, figures: open.figures, processes: open.sums.busiest() },
    /** Writes what there is of the minute; resolves when all is written. */
    async end(): Promise<void> {
      close();
      await written;
    },
    /** Resolves when all minutes that are over are written. */
    settled: () => written,
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Puts the minutes of the quarters before this one together, those that are not yet. */
async function rollUp(db: Db, before: number): Promise<void> {
  const last = await db.metricQuarter.aggregate({ _max: { quarter: true }, where: { quarter: { lt: before } } });
  const next = last._max.quarter === null ? 0 : last._max.quarter + 1;
  const minutes = await db.metricMinute.findMany({
    where: { minute: { gte: next * quarterMinutes, lt: before * quarterMinutes } },
    select: { minute: true, layoutId: true, figures: true },
  });
  const quarters = new Map<number, Steps>();
  await readRows(db, minutes, ({ minute }, key, span) => {
    const quarter = Math.floor(minute / quarterMinutes);
    const steps = quarters.get(quarter) ?? createSteps(1);
    quarters.set(quarter, steps);
    steps.add(0, key, span);
  });
  for (const [quarter, steps] of quarters) {
    const keys = steps.keys().sort().slice(0, mostKeys);
    const spans = new Map(
      keys.flatMap((key) => {
        const span = steps.at(0, key);
        return span === null ? [] : [[key, span] as const];
      }),
    );
    const row = { layoutId: await keepLayout(db, keys), figures: packFigures(keys, spans) };
    await db.metricQuarter.upsert({ where: { quarter }, create: { quarter, ...row }, update: row });
  }
}
