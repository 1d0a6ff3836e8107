import { AppError } from "@/lib/shared/errors";
import { networkOf } from "@/lib/server/session/throttle";

/** More than any browser leaves behind: it sends a few files at a time. */
const maxPerVisitor = 300;
const weekMs = 7 * 24 * 60 * 60_000;
const maxVisitors = 10_000;

type Begun = { count: number; sinceMs: number };

const all = new Map<string, Begun>();

/**
 * What visitors of drop boxes begin and do not finish, by network and share, for a week. What is given up counts on: whoever leaves a thousand behind would close the box for others.
 */
export function unfinishedDrops(shareId: string, address: string) {
  const key = `${shareId} ${networkOf(address)}`;
  const now = (): Begun => {
    const known = all.get(key);
    return known !== undefined && known.sinceMs + weekMs > Date.now() ? known : { count: 0, sinceMs: Date.now() };
  };
  const change = (by: number) => {
    const begun = now();
    all.delete(key); // to the end: the oldest are dropped first
    all.set(key, { ...begun, count: Math.max(0, begun.count + by) });
    for (const old of all.keys()) {
      if (all.size <= maxVisitors) break;
      all.delete(old);
    }
  };
  return {
    /** Throws upload/too-many. */
    assertRoom(): void {
      if (now().count >= maxPerVisitor) throw new AppError("upload/too-many", { count: maxPerVisitor });
    },
    begun: () => change(1),
    finished: () => change(-1),
  };
}
