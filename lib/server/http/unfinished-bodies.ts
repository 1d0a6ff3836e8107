import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";

type Unfinished = { network: string; cutOff: (error: AppError) => void };

/**
 * The bodies that anonymous callers are sending. Where there are too many, the oldest of whoever has most is cut off, not the newest refused: who
 * stalls on purpose would otherwise keep everybody else out, and a body that is meant comes in one piece with its headers.
 */
export function createUnfinishedBodies({ perNetwork, inAll }: { perNetwork: number; inAll: number }) {
  const networks = new Map<string, Set<Unfinished>>();
  let count = 0;

  function leave(body: Unfinished): void {
    const own = networks.get(body.network);
    if (own?.delete(body) !== true) return;
    count--;
    if (own.size === 0) networks.delete(body.network);
  }

  function cutOldest(own: Set<Unfinished> | undefined, error: AppError): void {
    const [oldest] = own ?? [];
    if (oldest === undefined) return;
    leave(oldest);
    oldest.cutOff(error);
  }

  return {
    /** `cutOff` is told when this one must make room; call the result when the body is there. */
    enter(network: string, cutOff: (error: AppError) => void): () => void {
      const own = networks.get(network) ?? new Set();
      networks.set(network, own);
      const body = { network, cutOff };
      own.add(body);
      count++;
      if (own.size > perNetwork) cutOldest(own, new AppError("request/busy"));
      else if (count > inAll) {
        const most = Math.max(...[...networks.values()].map(({ size }) => size));
        const largest = [...networks.values()].find(({ size }) => size === most);
        cutOldest(largest, new AppError("request/overloaded"));
      }
      return () => leave(body);
    },
    count: () => count,
  };
}

export const unfinishedBodies = createUnfinishedBodies(limits.publicBody);
