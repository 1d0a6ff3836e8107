import type { SshHost } from "@/lib/contracts/ssh";
import type { HostDraft, HostProblem } from "./host-draft";

/** What each part of the form gets. */
export type FieldProps = {
  draft: HostDraft;
  patch: (change: Partial<HostDraft>) => void;
  /** What is wrong, in words, once that is to be said. */
  wordOf: (problem: HostProblem) => string | null;
  /** The host as it is saved; null for a new one. */
  known: SshHost | null;
};

export const numberOf = (value: string | number): number => (value === "" ? Number.NaN : Number(value));
export const shownNumber = (value: number): string | number => (Number.isNaN(value) ? "" : value);
