import type { AuditLine } from "@/lib/server/runtime/audit-line";
import { whoseLine } from "./limit-users";

const minuteMs = 60_000;
const maxUsers = 10_000;
/** Each minute, beside the first line of each call: a few calls about hundreds of things, as people make them. */
const maxMore = 2_000;

type Caller = Pick<AuditLine, "userId" | "username" | "atMs">;
type Taken = { sinceMs: number; lines: number };

/** How many lines a user's calls about many things may have: a call always has one, as if it were about a single thing; all the others come out of the minute's room. */
export function createUserRoom() {
  const taken = new Map<string, Taken>();

  function current(line: Caller): Taken {
    const known = taken.get(whoseLine(line));
    return known !== undefined && line.atMs < known.sinceMs + minuteMs ? known : { sinceMs: line.atMs, lines: 0 };
  }

  return {
    of: (line: Caller): number => 1 + Math.max(0, maxMore - current(line).lines),
    take: (line: Caller, lines: number): void => {
      if (lines <= 1) return;
      const { sinceMs, lines: before } = current(line);
      const who = whoseLine(line);
      taken.delete(who); // to the end: the oldest are dropped first
      taken.set(who, { sinceMs, lines: before + lines - 1 });
      for (const old of taken.keys()) {
        if (taken.size <= maxUsers) break;
        taken.delete(old);
      }
    },
  };
}
