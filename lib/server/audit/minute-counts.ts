import { leftOutCode } from "@/lib/contracts/audited-actions";
import type { AuditLine } from "@/lib/server/runtime/audit-line";

const minuteMs = 60_000;
const maxCounts = 10_000;
const maxNamedActions = 3;

/** `most`: how many of these are kept each minute; `about`: what a summary says that they were about. */
export type Kind = { key: string; most: number; about: string };
type Count = {
  sinceMs: number;
  kept: number;
  leftOut: number;
  actions: Map<string, number>;
  last: AuditLine;
  about: string;
};

/** Counts lines of a kind, of which so many are kept each minute; one line tells of the rest once the minute is over. */
export function createMinuteCounts() {
  const counts = new Map<string, Count>();
  let ended: AuditLine[] = [];

  function end(key: string, count: Count): void {
    counts.delete(key);
    if (count.leftOut > 0) ended.push(summaryOf(count));
  }

  return {
    /** `shown`: the line as a summary may show it. */
    isKept: (line: AuditLine, { key, most, about }: Kind, shown = line): boolean => {
      const { action, atMs } = line;
      const known = counts.get(key);
      const isOver = known !== undefined && known.sinceMs + minuteMs <= atMs;
      if (isOver) end(key, known);
      const fresh: Count = { sinceMs: atMs, kept: 0, leftOut: 0, actions: new Map(), last: withoutText(line), about };
      const count = known === undefined || isOver ? fresh : known;
      counts.delete(key); // to the end: the oldest are dropped first
      counts.set(key, count);
      for (const [old, one] of counts) {
        if (counts.size <= maxCounts) break;
        end(old, one);
      }
      if (count.kept < most) {
        count.kept++;
        return true;
      }
      count.leftOut++;
      count.actions.set(action, (count.actions.get(action) ?? 0) + 1);
      count.last = withoutText(shown);
      return false;
    },
    /** One line for what was left out of each kind, once its minute is over. */
    takeSummaries: (nowMs: number): AuditLine[] => {
      for (const [key, count] of counts) if (count.sinceMs + minuteMs <= nowMs) end(key, count);
      const lines = ended;
      ended = [];
      return lines;
    },
    hasLeftOut: () => ended.length > 0 || [...counts.values()].some(({ leftOut }) => leftOut > 0),
  };
}

/** What a summary says instead may be long: it is not held meanwhile. */
const withoutText = (line: AuditLine): AuditLine => ({ ...line, target: "", changes: "" });

function summaryOf({ leftOut, actions, last, about }: Count): AuditLine {
  const named = [...actions].toSorted(([, one], [, other]) => other - one).slice(0, maxNamedActions);
  const others = leftOut - named.reduce((sum, [, times]) => sum + times, 0);
  const parts = [...named.map(([action, times]) => `${times} × ${action}`), ...(others > 0 ? [`${others} × …`] : [])];
  const target = `${about === "" ? "" : `${about}: `}${parts.join(", ")}`;
  return { ...last, action: leftOutCode, target, requestId: "" };
}
