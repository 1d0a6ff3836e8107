import { createTurns } from "@/lib/server/base/turns";
import type { WayOut } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import type { DeliveryRows } from "./delivery-rows";
import { toFailure, type Delivery, type Outgoing, type SendFailure } from "./sent";
import { createWaiting, mostDeliveries, ownerOf, type Target } from "./waiting";

/** How one try ended: with the answer's status, if there was one, or with what went wrong. */
export type Outcome = { failure: SendFailure | null; status: number | null; willRetry: boolean };

type Options = {
  rows: DeliveryRows;
  /** Sends it once. Resolves with the answer's HTTP status where there is one; throws what `toFailure` understands. */
  send: (delivery: Delivery) => Promise<number | null>;
  /** Hears how each try ended. */
  onTried: (delivery: Target, outcome: Outcome) => Promise<void>;
  /** Hears what was dropped for newer ones: how many, and for which receivers. */
  onDropped: (targets: readonly Target[], count: number) => Promise<void>;
  /** Before the second try, the third, and so on; then it is given up. */
  pausesMs?: readonly number[];
  /** In a flood, what was dropped is told so often. */
  tellDroppedMs?: number;
};

const usualPausesMs = [10_000, 60_000, 300_000, 900_000, 1_800_000];
/** At once by one way: slow receivers of one keep nobody of another waiting, and one user’s those of no other. */
const ofUsers = { atOnce: 4, inAll: 12, keptForNew: 4, maxWaiting: 1 };
/** Beside that, what the server itself tells. */
const ofServer = { atOnce: 4, maxWaiting: 1 };
const turnsByWay = () => ({ users: createTurns(ofUsers), server: createTurns(ofServer) });

/**
 * What is on its way out. Each user has a line to each receiver, in which one message is sent at a time; what fails is tried again, later and later. All of it
 * is in memory, and in the database for the next start: where that has no room, messages go out nevertheless.
 */
export function createDeliveries({
  rows,
  send,
  onTried,
  onDropped,
  pausesMs = usualPausesMs,
  tellDroppedMs = 10_000,
}: Options) {
  const waiting = createWaiting();
  const turns = { push: turnsByWay(), mail: turnsByWay(), webhook: turnsByWay() };
  /** Who waits for a turn by a way. */
  const asking = new Set<string>();
  /** Lines in which something is being sent. */
  const busy = new Set<string>();
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();
  let dropped = { targets: new Map<string, Target>(), count: 0 };
  let timer: NodeJS.Timeout | undefined;
  let dropTimer: NodeJS.Timeout | undefined;

  const lineOf = (one: Delivery) => `${one.way} ${one.targetId} ${ownerOf(one) ?? ""}`;
  const isReady = (one: Delivery, now: number) =>
    one.nextAtMs <= now && !waiting.sending.has(one.id) && !busy.has(lineOf(one));

  function schedule(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const now = Date.now();
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const one of waiting.values()) {
      if (isReady(one, now)) takeTurn(one.way, ownerOf(one));
      else if (one.nextAtMs > now) nextAtMs = Math.min(nextAtMs, one.nextAtMs);
    }
    if (nextAtMs < Number.POSITIVE_INFINITY) timer = setTimeout(schedule, nextAtMs - now).unref();
  }

  /** A turn is the owner's: what is sent in it shows when it has come. */
  function takeTurn(way: WayOut, owner: string | null): void {
    const asked = `${way} ${owner ?? ""}`;
    if (asking.has(asked)) return;
    asking.add(asked);
    const { users, server } = turns[way];
    const turn = owner === null ? server("", stopping.signal) : users(owner, stopping.signal);
    // Who is refused a turn is asked for again when the next one ends.
    const work = turn
      .finally(() => asking.delete(asked))
      .then(
        async (leave) => {
          await useTurn(way, owner).finally(leave);
          schedule();
        },
        () => {},
      )
      .finally(() => working.delete(work));
    working.add(work);
  }

  async function useTurn(way: WayOut, owner: string | null): Promise<void> {
    const now = Date.now();
    const ready = [...waiting.values()].filter((one) => one.way === way && ownerOf(one) === owner && isReady(one, now));
    const [one] = ready.toSorted((first, second) => first.nextAtMs - second.nextAtMs);
    if (one === undefined) return;
    const line = lineOf(one);
    busy.add(line);
    waiting.sending.add(one.id);
    schedule(); // another of theirs, to another receiver
    await attempt(one).finally(() => {
      busy.delete(line);
      waiting.sending.delete(one.id);
    });
  }

  async function attempt(one: Delivery): Promise<void> {
    let failure: SendFailure | null = null;
    const status = await send(one).catch((error: unknown) => {
      failure = toFailure(error);
      return failure.status;
    });
    // The server ends: the next start tries it again.
    if (stopping.signal.aborted && failure !== null) return;
    const willRetry = hear(one, failure);
    await onTried(one, { failure, status, willRetry });
  }

  /** Whether it is tried again. */
  function hear(one: Delivery, failure: SendFailure | null): boolean {
    const pauseMs = pausesMs[one.tries];
    // Dropped meanwhile, with its receiver.
    const willRetry = failure !== null && !failure.isFinal && pauseMs !== undefined && waiting.has(one.id);
    if (!willRetry) {
      waiting.remove(one.id);
      rows.remove(one.id);
      return false;
    }
    one.tries++;
    one.nextAtMs = Date.now() + Math.max(pauseMs, failure?.retryAfterMs ?? 0);
    rows.update(one);
    return true;
  }

  /** Within the bounds, those of what was there included. */
  function keep(one: Delivery): void {
    for (const old of waiting.add(one)) {
      rows.remove(old.id);
      dropped.targets.set(`${old.way} ${old.targetId}`, { way: old.way, targetId: old.targetId });
      dropped.count++;
      dropTimer ??= setTimeout(() => void tellDropped(), tellDroppedMs).unref(); // onDropped says itself what goes wrong
    }
  }

  async function tellDropped(): Promise<void> {
    clearTimeout(dropTimer);
    dropTimer = undefined;
    const { targets, count } = dropped;
    dropped = { targets: new Map(), count: 0 };
    if (count > 0) await onDropped([...targets.values()], count);
  }

  return {
    /** Takes it over; where there is too much already, something older goes for it. */
    add({ way, targetId }: Target, outgoing: Outgoing): void {
      if (stopping.signal.aborted) return;
      const one = { way, targetId, id: randomId(), outgoing, tries: 0, nextAtMs: Date.now() };
      rows.create(one);
      keep(one);
      schedule();
    },
    /** The receiver is gone. */
    drop(way: WayOut, targetId: string): void {
      for (const { id } of waiting.ofTarget({ way, targetId })) {
        waiting.remove(id);
        rows.remove(id);
      }
    },
    waiting: (way: WayOut, targetId: string): number => waiting.ofTarget({ way, targetId }).length,
    /** Goes on with what the server before has left. */
    async resume(): Promise<void> {
      for (const one of await rows.all(2 * mostDeliveries.inAll)) keep(one);
      schedule();
    },
    /** Resolves when nothing is under way any more. */
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await Promise.allSettled(working);
      await tellDropped();
      await rows.settled();
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

let current: Deliveries | null = null;

export function setDeliveries(made: Deliveries): void {
  current = made;
}

/** Throws before the server has started. */
export function deliveries(): Deliveries {
  if (current === null) throw new Error("not started");
  return current;
}
