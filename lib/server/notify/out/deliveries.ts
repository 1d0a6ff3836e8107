import type { WayOut } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import { toFailure, type Delivery, type Outgoing, type SendFailure } from "./sent";
import type { DeliveryRows } from "./delivery-rows";

type Target = Pick<Delivery, "way" | "targetId">;
/** How one try ended: with the answer's status, if there was one, or with what went wrong. */
export type Outcome = { failure: SendFailure | null; status: number | null; willRetry: boolean };

type Options = {
  rows: DeliveryRows;
  /** Sends it once. Resolves with the answer's HTTP status where there is one; throws what `toFailure` understands. */
  send: (delivery: Delivery) => Promise<number | null>;
  /** Hears how each try ended. */
  onTried: (delivery: Target, outcome: Outcome) => Promise<void>;
  /** Before the second try, the third, and so on; then it is given up. */
  pausesMs?: readonly number[];
};

/** In all, and to one receiver: a flood is cut, and the receiver's page says so. */
export const mostDeliveries = { inAll: 1_000, perTarget: 50 };
/** At once by one way: slow receivers of one keep nobody of another waiting. */
const atOnce = 4;
const usualPausesMs = [10_000, 60_000, 300_000, 900_000, 1_800_000];

/**
 * What is on its way out. Each receiver has a line of its own, in which one message is sent at a time; what fails is tried again, later and later. All of it is in
 * memory, and in the database for the next start: where that has no room, messages go out nevertheless.
 */
export function createDeliveries({ rows, send, onTried, pausesMs = usualPausesMs }: Options) {
  const waiting = new Map<string, Delivery>();
  const busy = new Set<string>();
  const running: Record<WayOut, number> = { push: 0, mail: 0, webhook: 0 };
  const working = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const lineOf = ({ way, targetId }: Target) => `${way} ${targetId}`;
  const ofTarget = (target: Target) => [...waiting.values()].filter((one) => lineOf(one) === lineOf(target));

  function schedule(): void {
    clearTimeout(timer);
    if (isOver) return;
    const now = Date.now();
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const one of [...waiting.values()].sort((a, b) => a.nextAtMs - b.nextAtMs)) {
      if (busy.has(lineOf(one)) || running[one.way] >= atOnce) continue; // its end comes by here again
      if (one.nextAtMs <= now) begin(one);
      else nextAtMs = Math.min(nextAtMs, one.nextAtMs);
    }
    if (nextAtMs < Number.POSITIVE_INFINITY) timer = setTimeout(schedule, nextAtMs - now).unref();
  }

  function begin(one: Delivery): void {
    busy.add(lineOf(one));
    running[one.way]++;
    const work = attempt(one).finally(() => {
      busy.delete(lineOf(one));
      running[one.way]--;
      working.delete(work);
      schedule();
    });
    working.add(work);
  }

  async function attempt(one: Delivery): Promise<void> {
    let failure: SendFailure | null = null;
    const status = await send(one).catch((error: unknown) => {
      failure = toFailure(error);
      return failure.status;
    });
    // The server ends: the next start tries it again.
    if (isOver && failure !== null) return;
    const willRetry = hear(one, failure);
    await onTried(one, { failure, status, willRetry });
  }

  /** Whether it is tried again. */
  function hear(one: Delivery, failure: SendFailure | null): boolean {
    const pauseMs = pausesMs[one.tries];
    // Dropped meanwhile, with its receiver.
    const willRetry = failure !== null && !failure.isFinal && pauseMs !== undefined && waiting.has(one.id);
    if (!willRetry) {
      waiting.delete(one.id);
      rows.remove(one.id);
      return false;
    }
    one.tries++;
    one.nextAtMs = Date.now() + Math.max(pauseMs, failure?.retryAfterMs ?? 0);
    rows.update(one);
    return true;
  }

  return {
    /** Takes it over; false: there are too many already. */
    add(target: Target, outgoing: Outgoing): boolean {
      if (isOver || waiting.size >= mostDeliveries.inAll || ofTarget(target).length >= mostDeliveries.perTarget)
        return false;
      const one = { ...target, id: randomId(), outgoing, tries: 0, nextAtMs: Date.now() };
      waiting.set(one.id, one);
      rows.create(one);
      schedule();
      return true;
    },
    /** The receiver is gone. */
    drop(way: WayOut, targetId: string): void {
      for (const { id } of ofTarget({ way, targetId })) {
        waiting.delete(id);
        rows.remove(id);
      }
    },
    waiting: (way: WayOut, targetId: string): number => ofTarget({ way, targetId }).length,
    /** Goes on with what the server before has left. */
    async resume(): Promise<void> {
      for (const one of await rows.all(mostDeliveries.inAll)) waiting.set(one.id, one);
      schedule();
    },
    /** Resolves when nothing is under way any more. */
    async stop(): Promise<void> {
      isOver = true;
      clearTimeout(timer);
      await Promise.allSettled(working);
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
