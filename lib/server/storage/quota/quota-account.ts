import { AppError } from "@/lib/shared/errors";

/** After so long a measurement is made anew beside what goes on; after a long one later, so that measuring takes a twentieth of the time at most. */
const [leastFreshMs, mostFreshMs, timesItsDuration] = [30_000, 10 * 60_000, 20];
/** Nobody is refused by a measurement older than this: what they deleted meanwhile counts. */
const strictMs = 2_000;
/** Nothing was heard of an upload for so long: its bytes are no longer held for it. */
const heldMs = 60 * 60_000;
const stale = Number.NEGATIVE_INFINITY;

export type QuotaAccount = {
  readonly limitBytes: number;
  /**
   * Measures first, if need be: also where so many bytes more would be refused by an old measurement or, where nobody knows how many (null), where something went away since. Rejects with
   * what the measurement throws.
   */
  usedBytes(wantedBytes?: number | null): Promise<number>;
  /** Before bytes are written, so that all who write at once count. Throws quota/exceeded. */
  take(bytes: number): Promise<void>;
  /** What was taken is there now, or did not come to be. */
  settle(takenBytes: number, keptBytes: number): void;
  /** The same of an upload that goes on over many requests, by its id. Throws quota/exceeded. */
  takeFor(id: string, bytes: number): Promise<void>;
  settleFor(id: string, keptBytes: number): void;
  /** No more than so much of it is there still. */
  cutFor(id: string, sizeBytes: number): void;
  /** All that was taken for one is the other's now, which gets so many bytes of it. Throws quota/exceeded, where less was taken for it. */
  passFor(id: string, other: { to: string; bytes: number }): Promise<void>;
  /** Something was removed, or is not known any more: measured with the next question. */
  forget(): void;
};

type Options = { limitBytes: number; measure: () => Promise<number>; now?: () => number };

/** What one user may store and what of it is used: measured now and then, and counted in between. */
export function createQuotaAccount({ limitBytes, measure, now = () => performance.now() }: Options): QuotaAccount {
  /** `atMs`: {@link stale} where something went away since. */
  let measured: { bytes: number; atMs: number; freshMs: number } | null = null;
  let measuring: Promise<void> | null = null;
  /** Written since the last measurement began. */
  let added = 0;
  let inFlight = 0;
  const held = new Map<string, { bytes: number; atMs: number }>();
  /** Rises when something went away: a measurement that began before may have seen it still. */
  let forgotten = 0;

  function measureAnew(): Promise<void> {
    measuring ??= (async () => {
      const [before, beganMs, known] = [added, now(), forgotten];
      try {
        const bytes = await measure();
        const freshMs = Math.min(mostFreshMs, Math.max(leastFreshMs, (now() - beganMs) * timesItsDuration));
        measured = { bytes, atMs: known === forgotten ? now() : stale, freshMs };
        added -= before;
        for (const [id, one] of held) if (one.atMs + heldMs < now()) release(id);
      } finally {
        measuring = null;
      }
    })();
    return measuring;
  }

  function release(id: string): void {
    inFlight -= held.get(id)?.bytes ?? 0;
    held.delete(id);
  }

  function hold(id: string, bytes: number): void {
    held.set(id, { bytes: (held.get(id)?.bytes ?? 0) + bytes, atMs: now() });
  }

  const used = () => (measured?.bytes ?? 0) + added + inFlight;

  function isTooOld(wantedBytes: number | null | undefined): boolean {
    if (wantedBytes === undefined) return false;
    const atMs = measured?.atMs ?? stale;
    return wantedBytes === null ? atMs === stale : used() + wantedBytes > limitBytes && atMs + strictMs < now();
  }

  async function usedBytes(wantedBytes?: number | null): Promise<number> {
    if (measured === null) await measureAnew();
    // A second time where something went away while it was measured.
    for (let tries = 0; tries < 2 && isTooOld(wantedBytes); tries++) await measureAnew();
    if (measured !== null && measured.atMs + measured.freshMs < now()) void measureAnew().catch(() => {}); // asked again by the next
    return used();
  }

  async function take(bytes: number): Promise<void> {
    await usedBytes(bytes);
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
      hold(id, bytes);
    },
    cutFor(id, sizeBytes) {
      const over = (held.get(id)?.bytes ?? 0) - sizeBytes;
      if (over <= 0) return;
      inFlight -= over;
      hold(id, -over);
    },
    async passFor(id, { to, bytes }) {
      const more = Math.max(0, bytes - (held.get(id)?.bytes ?? 0));
      if (more > 0) await take(more);
      // What was held may be so no more by now: a measurement lets go of what is old.
      release(id);
      inFlight += bytes - more;
      hold(to, bytes);
    },
    settleFor(id, keptBytes) {
      release(id);
      added += keptBytes;
    },
    forget() {
      forgotten += 1;
      if (measured !== null) measured = { ...measured, atMs: stale };
    },
  };
}
