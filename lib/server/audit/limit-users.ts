import { createHash } from "node:crypto";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import { createMinuteCounts } from "./minute-counts";

/** Each minute: more than people see themselves do, and fewer than would fill the log. */
const most = { refused: 60, alike: 60 };
const maxAbout = 200;

/** Paths of a call may be many kilobytes. */
const shortened = (text: string) =>
  text.length <= maxAbout ? text : createHash("sha256").update(text).digest("base64");

/** A name may be what is another's id: the two never count as one. */
export const whoseLine = ({ userId, username }: Pick<AuditLine, "userId" | "username">) =>
  userId === null ? `name ${username}` : `id ${userId}`;

/**
 * What a user is refused, of each action whatever it is about, and what they do again and again to the same, is kept so many times a minute, and the rest is
 * counted: nobody fills the log with what costs nothing. What is done to one thing after another has a line each.
 */
export function createUserLimit() {
  const counts = createMinuteCounts();
  return {
    isKept: (line: AuditLine): boolean => {
      const { action, target, outcome, changes = "", said = changes } = line;
      const who = whoseLine(line);
      const kind =
        outcome === "success"
          ? {
              key: shortened([who, action, target, said].join("\n")),
              most: most.alike,
              about: target.length > maxAbout ? "" : target,
            }
          : { key: [who, action].join("\n"), most: most.refused, about: "" };
      return counts.isKept(line, kind);
    },
    takeSummaries: counts.takeSummaries,
    hasLeftOut: counts.hasLeftOut,
  };
}
