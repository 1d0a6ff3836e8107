import { AppError } from "@/lib/shared/errors";
import { remember } from "@/lib/server/remember";
import type { Wire } from "@/lib/server/http/hot-table";
import { uploadSetting } from "./upload-setting";

export type Lane = { leave: () => void };
type Limits = { perUser: number; system: number };
type Waiting = { key: string; admit: () => void };

/** Waiting costs an open connection: past this many the server is not asked any more. */
const maxWaiting = 2_000;
/** Of one key: whoever has a single link, or a single account, does not take the whole line. */
const maxWaitingPerKey = 500;
const longestWaitMs = 900_000;
const idleMs = 120_000;

/**
 * Uploads that run at the same time, per key and altogether. More of them wait in the order in which they came; whoever waits
 * for its own key does not hold up others.
 */
export function createLanes(limits: () => Limits) {
  const running = new Map<string, number>();
  let total = 0;
  const line: Waiting[] = [];

  const isFree = (key: string) => total < limits().system && (running.get(key) ?? 0) < limits().perUser;

  function take(key: string): Lane {
    total++;
    running.set(key, (running.get(key) ?? 0) + 1);
    let hasLeft = false;
    return {
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        total--;
        const left = (running.get(key) ?? 1) - 1;
        if (left === 0) running.delete(key);
        else running.set(key, left);
        admitNext();
      },
    };
  }

  function admitNext(): void {
    const index = line.findIndex(({ key }) => isFree(key));
    const [next] = index < 0 ? [] : line.splice(index, 1);
    next?.admit();
  }

  return {
    /** Null where it has to wait. */
    tryEnter: (key: string): Lane | null => (isFree(key) ? take(key) : null),
    /** Resolves when it may begin; throws request/cancelled when the signal fires, request/busy when too many wait. */
    async enter(key: string, signal: AbortSignal): Promise<Lane> {
      if (isFree(key)) return take(key);
      const isTooMany = line.filter((other) => other.key === key).length >= maxWaitingPerKey;
      if (isTooMany || line.length >= maxWaiting) throw new AppError("request/busy");
      return new Promise((resolve, reject) => {
        const give = () => {
          const index = line.indexOf(waiting);
          if (index >= 0) line.splice(index, 1);
          reject(new AppError("request/cancelled"));
        };
        const waiting: Waiting = {
          key,
          admit: () => {
            signal.removeEventListener("abort", give);
            resolve(take(key));
          },
        };
        if (signal.aborted) give();
        else {
          signal.addEventListener("abort", give, { once: true });
          line.push(waiting);
        }
      });
    },
  };
}

const uploadLanes = () =>
  remember("upload-lanes", () =>
    createLanes(() => ({ perUser: uploadSetting().perUser, system: uploadSetting().system })),
  );

/**
 * Nothing is read while it waits: that must not count as a dead connection. The signal is asked for only then, as one
 * for each small upload would cost a tenth of it.
 */
export async function waitForLane(
  laneKey: string,
  { req }: Pick<Wire, "req">,
  ctx: { readonly signal: AbortSignal },
): Promise<Lane> {
  const free = uploadLanes().tryEnter(laneKey);
  if (free !== null) return free;
  req.setTimeout(longestWaitMs);
  const lane = await uploadLanes().enter(laneKey, ctx.signal);
  req.setTimeout(idleMs);
  return lane;
}
