import { auditCodeOf, davCodeOf, foreignNameCode, ownCodes, visitCodes } from "@/lib/contracts/audited-actions";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { networkOf } from "@/lib/server/session/throttle";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import { createMinuteCounts } from "./minute-counts";

/** Each minute from one network without an account: more than people do, fewer than would fill a disk. */
const most = { refused: 60, done: 1_200 };

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

const own: ReadonlySet<string> = new Set(ownCodes);

/** What users and the server itself do is kept always. */
export function isAnonymous({ userId, username, action, outcome }: AuditLine): boolean {
  return userId === null && (outcome !== "success" || username === "") && !own.has(action);
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
  const counts = createMinuteCounts();
  return {
    /** Whether a line of somebody without a session is to be kept. `subject`: what it is about, if that exists. */
    isKept: (line: AuditLine, subject: Subject | null): boolean => {
      const { address, action, outcome } = line;
      const kind = outcome === "success" ? "done" : "refused";
      const of = open.has(action) ? action : "";
      const key = [networkOf(address), kind, of, subject?.kind ?? "", subject?.name ?? ""].join("\n");
      const about = subject?.kind === "share" ? subject.name : "";
      const shown = subject?.kind === "account" ? line : { ...line, username: "" };
      return counts.isKept(line, { key, most: most[kind], about }, shown);
    },
    takeSummaries: counts.takeSummaries,
    hasLeftOut: counts.hasLeftOut,
  };
}
