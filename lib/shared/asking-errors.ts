import type { ErrorKey } from "./errors";

/**
 * Answers that ask for something before the call is made again: a password, a code, a connection, an approval. The screen asks and goes on, so nothing has
 * failed. A wrong answer has a key of its own, and that is a failure.
 */
export const askingErrors: readonly ErrorKey[] = [
  "auth/confirm",
  "auth/second-factor",
  "archive/password",
  "share/password",
  "ssh/not-connected",
  "stack/unapproved",
];

const asking: ReadonlySet<string> = new Set(askingErrors);

export type OutcomeKind = "success" | "asked" | "failed";
export const outcomeKinds = ["success", "asked", "failed"] as const satisfies readonly OutcomeKind[];

/** What the outcome of an entry in the audit log means: `success`, or the key of an error. */
export function kindOfOutcome(outcome: string): OutcomeKind {
  if (outcome === "success") return "success";
  return asking.has(outcome) ? "asked" : "failed";
}
