import { liveSpanMs } from "@/lib/shared/metrics";
import type { Counters } from "@/lib/server/machine/read-counters";
import type { Around } from "./look-around";
import { figuresOf, type Figures } from "./read-figures";

export type Reading = { atMs: number; figures: Figures };

/** What the sampler knows now. */
export type Known = { counters: Counters; around: Around; reading: Reading };

type Options = {
  readCounters: () => Counters;
  lookAround: (isWatched: boolean) => Promise<Around>;
  /** Hears every reading, whether anybody looks or not. */
  onReading: (reading: Reading) => void;
  onFailure: (error: unknown) => void;
  /** Between two readings: while somebody looks, and for the history alone. */
  watchedMs?: number;
  aloneMs?: number;
  aroundMs?: number;
};

/** Of what is kept for whoever begins to look, beside its time. */
const mostRecent = 400;

/** Reads this machine's figures for everybody who looks, and for the history: one, whoever many look. */
export function createSampler(options: Options) {
  const { readCounters, lookAround, onReading, onFailure } = options;
  const { watchedMs = 1_000, aloneMs = 10_000, aroundMs = 10_000 } = options;
  const listeners = new Set<(known: Known) => void>();
  const quietListeners = new Set<(known: Known) => void>();
  let recent: Reading[] = [];
  let known: Known | null = null;
  let around: Around | null = null;
  let timer: NodeJS.Timeout | undefined;
  let aroundTimer: NodeJS.Timeout | undefined;
  let lastMs = -Infinity;
  let isOver = false;

  function tick(): void {
    const counters = readCounters();
    lastMs = counters.atMs;
    if (around !== null) {
      const figures = rounded({ ...figuresOf(known?.counters ?? null, counters, around.machine), ...around.figures });
      const reading = { atMs: Date.now(), figures };
      known = { counters, around, reading };
      recent.push(reading);
      // A clock that was put back: what was read before is not the past any more.
      recent = recent.filter(({ atMs }) => atMs > reading.atMs - liveSpanMs && atMs <= reading.atMs).slice(-mostRecent);
      onReading(reading);
      for (const listener of [...listeners, ...quietListeners]) listener(known);
    }
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (isOver) return;
    const paceMs = listeners.size > 0 ? watchedMs : aloneMs;
    timer = setTimeout(tick, Math.max(0, lastMs + paceMs - performance.now())).unref();
  }

  async function keepLooking(): Promise<void> {
    try {
      around = await lookAround(listeners.size > 0);
    } catch (error) {
      onFailure(error);
    }
    if (!isOver) aroundTimer = setTimeout(() => void keepLooking(), aroundMs).unref();
  }

  return {
    /** Resolves when the first reading was made. */
    async start(): Promise<void> {
      await keepLooking();
      if (!isOver) tick();
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(aroundTimer);
    },
    /** Hears every reading from now on, as fast as they are made for viewers, until the returned function is called. */
    follow(listener: (known: Known) => void): () => void {
      listeners.add(listener);
      if (listeners.size === 1) schedule();
      return () => void listeners.delete(listener);
    },
    /** Hears every reading as well, at the pace that there is: nobody looks. */
    hear(listener: (known: Known) => void): () => void {
      quietListeners.add(listener);
      return () => void quietListeners.delete(listener);
    },
    viewers: () => listeners.size,
    /** The last five minutes, the oldest first. */
    recent: (): readonly Reading[] => recent,
    /** Null until the first reading. */
    known: () => known,
  };
}

export type Sampler = ReturnType<typeof createSampler>;

/** More digits than these are noise, and of a share less than a hundredth of a percent. */
function rounded(figures: Figures): Figures {
  const result: Figures = {};
  for (const [key, value] of Object.entries(figures))
    result[key] = value >= 1000 ? Math.round(value) : Math.round(value * 10_000) / 10_000;
  return result;
}
