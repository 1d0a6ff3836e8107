import { AppError } from "@/lib/shared/errors";

type Limits = { perHolder: number; inAll: number };

/**
 * Bounds what waits for another server at once: of one holder, such as a network, and in all. Unlike turns nothing queues: what would wait behind others that
 * wait for an answer is better told so. The result throws request/busy for too much of one's own and request/overloaded for too much in all.
 */
export function createWaits({ perHolder, inAll }: Limits) {
  const waiting = new Map<string, number>();
  let all = 0;
  return async function wait<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const own = waiting.get(holder) ?? 0;
    if (own >= perHolder) throw new AppError("request/busy");
    if (all >= inAll) throw new AppError("request/overloaded");
    waiting.set(holder, own + 1);
    all++;
    try {
      return await work();
    } finally {
      all--;
      const left = (waiting.get(holder) ?? 1) - 1;
      if (left > 0) waiting.set(holder, left);
      else waiting.delete(holder);
    }
  };
}
