import { AppError } from "@/lib/shared/errors";

/** After so long a measurement is made anew beside what goes on; after a long one later, so that measuring takes a twentieth of the time at most. */
const [leastFreshMs, mostFreshMs, timesItsDuration] = [30_000, 10 * 60_000, 20];
/** Nobody is refused by a measurement older than this: what they deleted meanwhile counts. */
const strictMs = 2_000;
/** Nothing was heard of an upload for so long: its bytes are no longer held for it. */
const heldMs = 60 * 60_000;

export type QuotaAccount = {
  readonly limitBytes: number;
  /** Measures first, if need be; rejects with what the measurement throws. */
  usedBytes(): Promise<number>;
  /** Before bytes are written, so that all who write at once count. Throws quota/exceeded. */
  take(bytes: number): Promise<void>;
  /** What was taken is there now, or did not come to be. */
  settle(takenBytes: number, keptBytes: number): void;
  /** The same of an upload that goes on over many requests, by its id. Throws quota/exceeded. */
  takeFor(id: string, bytes: number): Promise<void>;
  settleFor(id: string, keptBytes: number): void;
  /** Something was removed, or is not known any more: measured with the next question. */
  forget(): void;
};

type Options = { limitBytes: number; measure: () => Promise<number>; now?: () => number };

/** What one user may store and what of it is used: measured now and then, and counted in between. */
export function createQuotaAccount({ limitBytes, measure, now = Date.now }: Options): QuotaAccount {
  let measured: { bytes: number; atMs: number; freshMs: number } | null = null;
  let measuring: Promise<void> | null = null;
  /** Written since the last measurement began. */
  let added = 0;
  let inFlight = 0;
  const held = new Map<string, { bytes: number; atMs: number }>();

  function measureAnew(): Promise<void> {
    measuring ??= (async () => {
      const [before, beganMs] = [added, now()];
      try {
        const bytes = await measure();
        const freshMs = Math.min(mostFreshMs, Math.max(leastFreshMs, (now() - beganMs) * timesItsDuration));
        measured = { bytes, atMs: now(), freshMs };
        added -= before;
        for (const [id, one] of held) if (one.atMs + heldMs < now()) release(id);
      } finally {
        measuring = null;
      }
    })();
    return measuring;
  }

  function release(id: string): number {
    const bytes = held.get(id)?.bytes ?? 0;
    held.delete(id);
    inFlight -= bytes;
    return bytes;
  }

  const used = () => (measured?.bytes ?? 0) + added + inFlight;

  async function usedBytes(): Promise<number> {
    if (measured === null) await measureAnew();
    else if (measured.atMs + measured.freshMs < now()) void measureAnew().catch(() => {}); // asked again by the next
    return used();
  }

  async function take(bytes: number): Promise<void> {
    await usedBytes();
    if (used() + bytes > limitBytes && (measured?.atMs ?? 0) + strictMs < now()) await measureAnew();
    if (used() + bytes > limitBytes) throw new AppError("quota/exceeded", { bytes: limitBytes });
    inFlight += bytes;
  }

  return {
    limitBytes,
    usedBytes,
    take,
    settle(takenBytes, keptBytes) {
      inFlight -= takenBytes;
      added += keptBytes;
    },
    async takeFor(id, bytes) {
      await take(bytes);
      held.set(id, { bytes: (held.get(id)?.bytes ?? 0) + bytes, atMs: now() });
    },
    settleFor(id, keptBytes) {
      release(id);
      added += keptBytes;
    },
    forget() {
      if (measured !== null) measured = { ...measured, atMs: 0 };
    },
  };
}
