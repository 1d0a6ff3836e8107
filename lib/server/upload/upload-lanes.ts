import { AppError } from "@/lib/shared/errors";
import { createCrawlWatch, type Flow } from "@/lib/server/base/crawling";
import { flowOf } from "@/lib/server/http/body-flow";
import type { Wire } from "@/lib/server/http/wire";
import { limits } from "@/lib/server/base/limits";
import { uploadSetting } from "./upload-setting";

export type Lane = { leave: () => void };
/** Uploads of one key share the limit per user; of a share's key, those of one visitor's network have half of that. */
export type LaneKey = { key: string; network?: string };
type Limits = { perUser: number; system: number };
type Waiting = LaneKey & { admit: () => void };

/** Waiting costs an open connection: past this many the server is not asked any more. */
const maxWaiting = 2_000;
/** Of one key: whoever has a single link, or a single account, does not take the whole line. */
const maxWaitingPerKey = 500;
const longestWaitMs = 900_000;
const idleMs = 120_000;
const { crawling } = limits.uploadLanes;

/**
 * Uploads that run at the same time, per key and altogether. More of them wait in the order in which they came, users before
 * visitors; whoever waits for its own key does not hold up others. Visitors leave the last quarter to users. Who sends next to nothing while
 * another waits for that lane is cut off.
 */
export function createLanes(allowed: () => Limits) {
  const running = new Set<LaneKey>();
  const line: Waiting[] = [];
  const watch = createCrawlWatch<LaneKey>(crawling, (lane) => line.some((one) => isFree(one, lane)));

  /** Whether one more may begin, or might if that other one left. */
  function isFree({ key, network }: LaneKey, leaving?: LaneKey): boolean {
    const { perUser, system } = allowed();
    const others = [...running].filter((lane) => lane !== leaving);
    const own = others.filter((lane) => lane.key === key);
    if (own.length >= perUser) return false;
    if (network === undefined) return others.length < system;
    const isLastQuarter = others.length >= system - Math.floor(system / 4);
    return !isLastQuarter && own.filter((lane) => lane.network === network).length < Math.ceil(perUser / 2);
  }

  function take({ key, network }: LaneKey, sender: Flow): Lane {
    const lane: LaneKey = { key, ...(network === undefined ? {} : { network }) };
    running.add(lane);
    watch.add(lane, sender);
    return {
      leave: () => {
        watch.remove(lane);
        if (running.delete(lane)) admitNext();
      },
    };
  }

  function admitNext(): void {
    const next = line.find((one) => one.network === undefined && isFree(one)) ?? line.find((one) => isFree(one));
    if (next === undefined) return;
    leaveLine(next);
    next.admit();
  }

  function leaveLine(waiting: Waiting): void {
    const index = line.indexOf(waiting);
    if (index >= 0) line.splice(index, 1);
    if (line.length === 0) watch.end();
  }

  function assertRoomInLine({ key, network }: LaneKey): void {
    const own = line.filter((other) => other.key === key);
    const ofNetwork = network === undefined ? 0 : own.filter((other) => other.network === network).length;
    const visitors = network === undefined ? 0 : line.filter((other) => other.network !== undefined).length;
    const isTooMany = own.length >= maxWaitingPerKey || ofNetwork >= maxWaitingPerKey / 2 || visitors >= maxWaiting / 2;
    if (isTooMany || line.length >= maxWaiting) throw new AppError("request/busy");
  }

  return {
    /** Null where it has to wait. */
    tryEnter: (key: LaneKey, sender: Flow): Lane | null => (isFree(key) ? take(key, sender) : null),
    /** Resolves when it may begin; throws request/cancelled when the signal fires, request/busy when too many wait. */
    async enter(key: LaneKey, sender: Flow, signal: AbortSignal): Promise<Lane> {
      if (isFree(key)) return take(key, sender);
      assertRoomInLine(key);
      return new Promise((resolve, reject) => {
        const give = () => {
          leaveLine(waiting);
          reject(new AppError("request/cancelled"));
        };
        const waiting: Waiting = {
          ...key,
          admit: () => {
            signal.removeEventListener("abort", give);
            resolve(take(key, sender));
          },
        };
        if (signal.aborted) return give();
        signal.addEventListener("abort", give, { once: true });
        line.push(waiting);
        watch.begin();
      });
    },
  };
}

const uploadLanes = createLanes(() => ({ perUser: uploadSetting.get().perUser, system: uploadSetting.get().system }));

/**
 * Nothing is read while it waits: that must not count as a dead connection. The signal is asked for only then, as one
 * for each small upload would cost a tenth of it.
 */
export async function waitForLane(
  laneKey: LaneKey,
  wire: Pick<Wire, "req">,
  ctx: { readonly signal: AbortSignal },
): Promise<Lane> {
  // What has come stays; a resumable upload goes on with it by itself.
  const sender = flowOf(wire.req, () => void wire.req.socket.destroy());
  const free = uploadLanes.tryEnter(laneKey, sender);
  if (free !== null) return free;
  wire.req.setTimeout(longestWaitMs);
  const lane = await uploadLanes.enter(laneKey, sender, ctx.signal);
  wire.req.setTimeout(idleMs);
  return lane;
}
