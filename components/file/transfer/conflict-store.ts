import type { VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";
import type { UploadChoice } from "./conflict-plan";

export type ConflictQuestion = {
  names: readonly string[];
  /** That has them. */
  folder: VirtualPath;
  /** What may be answered, in the order shown. */
  options: readonly UploadChoice[];
  answer: (choices: ReadonlyMap<string, UploadChoice> | null) => void;
};

/** The open question, shown by the transfer host. */
export const conflictQuestion = createStore<ConflictQuestion | null>(null);

type Clash = Pick<ConflictQuestion, "names" | "folder">;

export const conflictOptions = ["rename", "skip", "replace"] as const;
export const uploadOptions = ["rename", "skip", "resume", "replace"] as const;

/** Asks what happens to entries whose names are taken; null when the user gives up. */
export function askConflicts<T extends UploadChoice>(
  { names, folder }: Clash,
  options: readonly T[],
): Promise<ReadonlyMap<string, T> | null> {
  conflictQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    conflictQuestion.set({
      names,
      folder,
      options,
      answer: (choices) => {
        conflictQuestion.set(null);
        resolve(choices === null ? null : onlyOffered(choices, options));
      },
    });
  });
}

function onlyOffered<T extends UploadChoice>(
  choices: ReadonlyMap<string, UploadChoice>,
  options: readonly T[],
): ReadonlyMap<string, T> {
  const offered = new Map<string, T>();
  for (const [name, choice] of choices) {
    const option = options.find((one) => one === choice);
    if (option !== undefined) offered.set(name, option);
  }
  return offered;
}
