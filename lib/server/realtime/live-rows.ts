import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { patchOf, type LiveMessage, type LivePatch, type LiveRow } from "@/lib/shared/live-rows";
import type { ReadRows } from "@/lib/server/runtime/read-rows";
import { noteUnreadable } from "@/lib/server/runtime/note-unreadable";
import { createArrivals } from "./arrivals";
import { feelPulse, type Pulse } from "./pulse";
import { sendFitting } from "./send-fitting";

const rowsPerMessage = 100;
/** However often something happens, it is read no more often. */
const leastGapMs = 200;

type Options<Row> = {
  /** From the end of one reading to the beginning of the next, while somebody looks. */
  everyMs: number;
  /** All rows of now, or those that can be read with the number of the others. What it throws is told, and it is asked again. */
  read: () => Promise<readonly Row[] | ReadRows<Row>>;
  /** What is told while a reading takes longer than this. */
  late: { ms: number; error: ErrorKey };
  /** No more rows than these are told: the first ones. */
  most: number;
  /** Beside the readings: a source that falls silent between two of them is told as late all the same, and read at once when it answers again. */
  pulse?: Pulse;
  /** Hears what should be read at once, from the first viewer to the last; returns how to stop. */
  listen?: (soon: () => void) => () => void;
};

type View<Row extends LiveRow> = {
  send: (message: LiveMessage<Row>) => Promise<void>;
  signal: AbortSignal;
  /** What of a row this viewer may see; null for nothing. Asked again when the row has changed. */
  see?: (row: Row) => Row | null;
};

type Problem = LiveMessage<LiveRow>["problem"];

/**
 * A table that is read again and again, once for all who look at it, and not at all while nobody does. Each viewer is told what has changed since
 * it was told last: a slow one less often. A row that does not fit the contract is left out and counted, until it changes.
 */
export function createLiveRows<Row extends LiveRow>({ everyMs, read, late, most, pulse, listen }: Options<Row>) {
  const bells = new Set<() => void>();
  let rows: ReadonlyMap<string, Row> | null = null;
  let left = 0;
  let unreadable = 0;
  let problem: Problem = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isReading = false;
  let isWanted = false;
  let readAt = 0;
  let isSilent = false;
  let stopListening = () => {};
  let stopFeeling = () => {};

  function ring(): void {
    for (const bell of bells) bell();
  }

  async function look(): Promise<void> {
    timer = null;
    isReading = true;
    isWanted = false;
    const lateTimer = setTimeout(() => {
      problem = { error: late.error, params: {} };
      ring();
    }, late.ms);
    try {
      const whole = await read();
      const found = "unreadable" in whole ? whole.rows : whole;
      // Nobody may be left by now: the next one is told nothing old.
      if (bells.size > 0) rows = shareRows(rows, found.slice(0, most));
      left = Math.max(0, found.length - most);
      unreadable = "unreadable" in whole ? whole.unreadable : 0;
      problem = null;
    } catch (error) {
      const { key, params } = isAppError(error) ? error : new AppError("internal");
      problem = { error: key, params: { ...params } };
    } finally {
      clearTimeout(lateTimer);
      isReading = false;
      readAt = performance.now();
    }
    ring();
    if (bells.size > 0) schedule(isWanted ? leastGapMs : everyMs);
  }

  function schedule(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void look(), ms); // look never rejects
  }

  /** Something has happened: it is read anew as soon as may be. */
  function soon(): void {
    if (bells.size === 0) return;
    if (isReading) isWanted = true;
    else schedule(Math.max(0, readAt + leastGapMs - performance.now()));
  }

  function felt(now: "there" | "late" | "gone"): void {
    const wasSilent = isSilent;
    isSilent = now === "late";
    if (isSilent !== wasSilent) ring();
    const isNews = now === "gone" ? problem === null : now === "there" && (wasSilent || problem !== null);
    if (isNews && !isReading) soon();
  }

  function begin(bell: () => void): void {
    bells.add(bell);
    if (bells.size > 1) return;
    stopListening = listen?.(soon) ?? stopListening;
    if (pulse !== undefined) stopFeeling = feelPulse(pulse, felt);
    if (!isReading) schedule(0);
  }

  function end(bell: () => void): void {
    bells.delete(bell);
    if (bells.size > 0) return;
    stopListening();
    stopFeeling();
    isSilent = false;
    if (timer !== null) clearTimeout(timer);
    [timer, rows, problem] = [null, null, null];
  }

  /** Tells one viewer until its signal fires. */
  async function follow({ send, signal, see = (row) => row }: View<Row>): Promise<void> {
    const news = createArrivals<true>(signal);
    const bell = () => news.add(true, "news");
    let seen: Seen<Row> = new Map();
    let told: string | null = null;
    begin(bell);
    try {
      if (rows !== null) bell();
      for await (const _ of news) {
        const view = rows === null ? seen : viewOf(rows, seen, see);
        const step = stepBetween(seen, view);
        seen = view;
        const about = {
          left,
          unreadable: unreadable + countUnfit(view),
          problem: problem ?? (isSilent ? { error: late.error, params: {} } : null),
        };
        const state = JSON.stringify(about);
        // Nothing is known yet, and nothing is wrong.
        if (rows === null && about.problem === null) continue;
        if (step.length === 0 && state === told) continue;
        told = state;
        const unfit: string[] = [];
        for (const part of inParts(step, about)) unfit.push(...(await sendFitting(send, part)));
        if (unfit.length === 0) continue;
        seen = withUnfit(view, unfit);
        const after = { ...about, unreadable: about.unreadable + unfit.length };
        told = JSON.stringify(after);
        // The browser may have an older state of them.
        await send({ rows: [], changed: [], gone: unfit, isPart: false, ...after });
      }
    } finally {
      end(bell);
    }
  }

  return { follow, soon };
}

/** Those that have not changed are the very objects of before. */
function shareRows<Row extends LiveRow>(
  before: ReadonlyMap<string, Row> | null,
  found: readonly Row[],
): ReadonlyMap<string, Row> {
  return new Map(
    found.map((row) => {
      const known = before?.get(row.id);
      return [row.id, known !== undefined && patchOf(known, row) === null ? known : row];
    }),
  );
}

type Seen<Row> = ReadonlyMap<string, { of: Row; as: Row | null; isUnfit?: true }>;

const countUnfit = <Row>(seen: Seen<Row>) => [...seen.values()].filter(({ isUnfit }) => isUnfit).length;

function withUnfit<Row>(seen: Seen<Row>, ids: readonly string[]): Seen<Row> {
  const next = new Map(seen);
  for (const id of ids) {
    const one = next.get(id);
    if (one !== undefined) next.set(id, { of: one.of, as: null, isUnfit: true });
  }
  return next;
}

function viewOf<Row extends LiveRow>(
  rows: ReadonlyMap<string, Row>,
  seen: Seen<Row>,
  see: (row: Row) => Row | null,
): Seen<Row> {
  return new Map(
    [...rows].map(([id, row]) => {
      const known = seen.get(id);
      return [id, known !== undefined && known.of === row ? known : seenAs(row, see)];
    }),
  );
}

/** One that cannot be judged is not seen. */
function seenAs<Row extends LiveRow>(
  row: Row,
  see: (row: Row) => Row | null,
): { of: Row; as: Row | null; isUnfit?: true } {
  try {
    return { of: row, as: see(row) };
  } catch (error) {
    noteUnreadable("live rows", row.id, error);
    return { of: row, as: null, isUnfit: true };
  }
}

type Change<Row extends LiveRow> = { row: Row } | { patch: LivePatch<Row> } | { gone: string };

function stepBetween<Row extends LiveRow>(before: Seen<Row>, after: Seen<Row>): Change<Row>[] {
  const changes: Change<Row>[] = [];
  for (const [id, { as }] of before)
    if (as !== null && (after.get(id)?.as ?? null) === null) changes.push({ gone: id });
  for (const [id, { as }] of after) {
    const known = before.get(id)?.as ?? null;
    if (as === null || known === as) continue;
    if (known === null) changes.push({ row: as });
    else {
      const patch = patchOf(known, as);
      if (patch !== null) changes.push({ patch });
    }
  }
  return changes;
}

function* inParts<Row extends LiveRow>(
  changes: readonly Change<Row>[],
  about: { left: number; unreadable: number; problem: Problem },
): Generator<LiveMessage<Row>> {
  let at = 0;
  do {
    const part = changes.slice(at, at + rowsPerMessage);
    at += rowsPerMessage;
    yield {
      rows: part.flatMap((change) => ("row" in change ? [change.row] : [])),
      changed: part.flatMap((change) => ("patch" in change ? [change.patch] : [])),
      gone: part.flatMap((change) => ("gone" in change ? [change.gone] : [])),
      isPart: at < changes.length,
      ...about,
    };
  } while (at < changes.length);
}
