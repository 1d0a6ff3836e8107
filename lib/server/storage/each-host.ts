import type { Logger } from "pino";
import { eachParallel } from "./each-parallel";

/** The host that a place is on, with the word of its kind; empty for this machine's disks. */
export const volumeOfPlace = (place: string): string => place.slice(0, Math.max(0, place.indexOf("/")));

/** What is to be done on a host. `ownerId`: whose time it takes. `work` ends soon after its signal, or is left behind. */
export type HostWork = { ownerId: string; volume: string; work: (signal: AbortSignal) => Promise<void> };

type Round = {
  signal: AbortSignal;
  log: Pick<Logger, "error">;
  /** For the log, such as "trash of a host could not be swept". */
  failed: string;
  /** What one host has. */
  hostMs?: number;
};

/** For all that is to be done on it in a round: what is left waits for the next one. */
const maxHostMs = 120_000;
/** No host is begun with later, so that a round is over before the next hour's. */
const maxRoundMs = 45 * 60_000;
const ownersAtOnce = 8;
/** What did not end when its time was over. A host that has so many is asked nothing new. */
const maxLeftBehind = 2;

const underWay = new Map<string, number>();

/**
 * Work on hosts that nobody waits for: one host at a time of each owner, a few owners at once, and none longer than its time, whether its calls listen to the
 * signal or not. By chance in another order each time, so that the same are not always the last. Rejects never.
 */
export async function eachHost(all: readonly HostWork[], round: Round): Promise<void> {
  const endMs = performance.now() + maxRoundMs;
  const owners = new Map<string, HostWork[]>();
  for (const one of byChance(all)) owners.set(one.ownerId, [...(owners.get(one.ownerId) ?? []), one]);
  await eachParallel([...owners.values()], ownersAtOnce, async (hosts) => {
    for (const host of hosts) if (!round.signal.aborted && performance.now() < endMs) await inTime(host, round);
  });
}

async function inTime({ ownerId, volume, work }: HostWork, { signal, log, failed, hostMs = maxHostMs }: Round) {
  const key = `${ownerId} ${volume}`;
  const before = underWay.get(key) ?? 0;
  if (before >= maxLeftBehind) return;
  underWay.set(key, before + 1);
  const controller = new AbortController();
  const end = () => controller.abort();
  const isOver = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const timer = setTimeout(end, hostMs);
  signal.addEventListener("abort", end, { once: true });
  const done = work(controller.signal)
    .catch((error: unknown) => {
      if (!controller.signal.aborted) log.error({ err: error, ownerId, volume }, failed);
    })
    .finally(() => {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    });
  await Promise.race([done, isOver]);
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}

function byChance<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
