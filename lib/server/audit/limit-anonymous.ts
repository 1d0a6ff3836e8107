import { networkOf } from "@/lib/server/session/throttle";
import type { AuditLine } from "@/lib/server/runtime/audit-line";

const minuteMs = 60_000;
/** Each minute from one network without an account: more than people do, fewer than would fill a disk. */
const most = { refused: 60, done: 1_200 };
const maxNetworks = 10_000;

/**
 * Whether a line is to be kept. What users do is kept always; what anybody may ask for, with or without success, would otherwise be a
 * way to fill the disk.
 */
export function createAnonymousLimit(): (
  line: Pick<AuditLine, "userId" | "username" | "address" | "outcome" | "atMs">,
) => boolean {
  const counts = new Map<string, { sinceMs: number; refused: number; done: number }>();
  return ({ userId, username, address, outcome, atMs }) => {
    const isDone = outcome === "success";
    // Whoever signs in has no session yet, but a name.
    if (userId !== null || (isDone && username !== "")) return true;
    // Attempts to sign in on their own: nobody hides theirs behind visits of a share.
    const network = `${networkOf(address)}${username === "" ? "" : " sign-in"}`;
    const known = counts.get(network);
    const count =
      known !== undefined && known.sinceMs + minuteMs > atMs ? known : { sinceMs: atMs, refused: 0, done: 0 };
    counts.delete(network); // to the end: the oldest are dropped first
    counts.set(network, count);
    for (const old of counts.keys()) {
      if (counts.size <= maxNetworks) break;
      counts.delete(old);
    }
    const kind = isDone ? "done" : "refused";
    return ++count[kind] <= most[kind];
  };
}
