import { auditCodeOf, davCodeOf, foreignNameCode, leftOutCode, visitCodes } from "@/lib/contracts/audited-actions";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { networkOf } from "@/lib/server/session/throttle";
import type { AuditLine } from "@/lib/server/runtime/audit-line";

const minuteMs = 60_000;
/** Each minute from one network without an account: more than people do, fewer than would fill a disk. */
const most = { refused: 60, done: 1_200 };
const maxCounts = 10_000;
const maxNamedActions = 3;

/** What anybody may do. What only users may is refused all the same way, and counted as one. */
const open: ReadonlySet<string> = new Set([
  ...Object.values(contracts)
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(({ access, audit }) => access === "public" && audit)
    .map(auditCodeOf),
  ...Object.values(visitCodes),
  davCodeOf("SIGN-IN"),
  foreignNameCode,
]);

/** What somebody without a session may be guessing at. */
export type Subject = { kind: "account" | "share"; name: string };

type Count = {
  sinceMs: number;
  kept: number;
  leftOut: number;
  actions: Map<string, number>;
  last: AuditLine;
  share: string;
};

/** What users do is kept always, and who signs in has no session yet, but a name. */
export function isAnonymous({ userId, username, outcome }: AuditLine): boolean {
  return userId === null && (outcome !== "success" || username === "");
}

/** As the line says: whether there is such an account or share is for the caller to find out. */
export function subjectOf({ username, action, target }: AuditLine): Subject | null {
  if (username !== "") return { kind: "account", name: username };
  const isShare = action.includes("share/{link}/");
  return isShare ? { kind: "share", name: target.split(": ")[0] ?? target } : null;
}

/**
 * What anybody may ask for, with or without success, would be a way to fill the disk. So only so much of a kind is kept of each network, and the rest is counted. What is
 * about an account or a share that exists has a count of its own: nobody hides guesses behind noise about others, or about what is not there.
 */
export function createAnonymousLimit() {
  const counts = new Map<string, Count>();
  let ended: AuditLine[] = [];

  function end(key: string, count: Count): void {
    counts.delete(key);
    if (count.leftOut > 0) ended.push(summaryOf(count));
  }

  return {
    /** Whether a line of somebody without a session is to be kept. `subject`: what it is about, if that exists. */
    isKept: (line: AuditLine, subject: Subject | null): boolean => {
      const { address, action, outcome, atMs } = line;
      const kind = outcome === "success" ? "done" : "refused";
      const of = open.has(action) ? action : "";
      const key = [networkOf(address), kind, of, subject?.kind ?? "", subject?.name ?? ""].join("\n");
      const known = counts.get(key);
      const isOver = known !== undefined && known.sinceMs + minuteMs <= atMs;
      if (isOver) end(key, known);
      const share = subject?.kind === "share" ? subject.name : "";
      const fresh: Count = { sinceMs: atMs, kept: 0, leftOut: 0, actions: new Map(), last: line, share };
      const count = known === undefined || isOver ? fresh : known;
      counts.delete(key); // to the end: the oldest are dropped first
      counts.set(key, count);
      for (const [old, one] of counts) {
        if (counts.size <= maxCounts) break;
        end(old, one);
      }
      if (count.kept < most[kind]) {
        count.kept++;
        return true;
      }
      count.leftOut++;
      count.actions.set(action, (count.actions.get(action) ?? 0) + 1);
      count.last = subject?.kind === "account" ? line : { ...line, username: "" };
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

function summaryOf({ leftOut, actions, last, share }: Count): AuditLine {
  const named = [...actions].toSorted(([, one], [, other]) => other - one).slice(0, maxNamedActions);
  const others = leftOut - named.reduce((sum, [, times]) => sum + times, 0);
  const parts = [...named.map(([action, times]) => `${times} × ${action}`), ...(others > 0 ? [`${others} × …`] : [])];
  const target = `${share === "" ? "" : `${share}: `}${parts.join(", ")}`;
  return { ...last, action: leftOutCode, target, requestId: "", changes: "" };
}
