import type { VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";
import type { Clash, ClashChoice } from "./conflict-plan";

export type ConflictQuestion = {
  clashes: readonly Clash[];
  /** That has them. */
  folder: VirtualPath;
  /** What may be answered, in the order shown. */
  options: readonly ClashChoice[];
  /** Names that no answer was given for are missing. */
  answer: (choices: ReadonlyMap<string, ClashChoice> | null) => void;
};

/** The open question, shown by the transfer host. */
export const conflictQuestion = createStore<ConflictQuestion | null>(null);

type Asked = Pick<ConflictQuestion, "clashes" | "folder">;

/** Asks what happens to entries whose names are taken; null when the user gives up. */
export function askConflicts<T extends ClashChoice>(
  { clashes, folder }: Asked,
  options: readonly T[],
): Promise<ReadonlyMap<string, T> | null> {
  conflictQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    conflictQuestion.set({
      clashes,
      folder,
      options,
      answer: (choices) => {
        conflictQuestion.set(null);
        resolve(choices === null ? null : onlyOffered(choices, options));
      },
    });
  });
}

function onlyOffered<T extends ClashChoice>(
  choices: ReadonlyMap<string, ClashChoice>,
  options: readonly T[],
): ReadonlyMap<string, T> {
  const offered = new Map<string, T>();
  for (const [name, choice] of choices) {
    const option = options.find((one) => one === choice);
    if (option !== undefined) offered.set(name, option);
  }
  return offered;
}
