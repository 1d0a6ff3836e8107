import type { ServiceFields } from "@/lib/shared/unit-text";
import type { Draft, DraftProblem } from "./draft";

export type FieldProps = {
  draft: Draft;
  scope: string;
  patch: (change: Partial<Draft>) => void;
  patchService: (change: Partial<ServiceFields>) => void;
  /** The problem of a field in words, as soon as it is to be shown. */
  wordOf: (...problems: readonly DraftProblem[]) => string | null;
};

/** Hints stand below, so that fields beside one another stay in line. */
export const hintLast: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];
