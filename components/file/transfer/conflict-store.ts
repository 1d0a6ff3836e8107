import { createStore } from "@/lib/shared/store";
import type { ConflictChoice } from "./conflict-plan";

export type ConflictQuestion = {
  names: readonly string[];
  /** Name of the folder that has them. */
  folder: string;
  answer: (choices: ReadonlyMap<string, ConflictChoice> | null) => void;
};

/** The open question, shown by the transfer host. */
export const conflictQuestion = createStore<ConflictQuestion | null>(null);

/** Asks what happens to entries whose names are taken; null when the user gives up. */
export function askConflicts({
  names,
  folder,
}: Pick<ConflictQuestion, "names" | "folder">): Promise<ReadonlyMap<string, ConflictChoice> | null> {
  conflictQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    conflictQuestion.set({
      names,
      folder,
      answer: (choices) => {
        conflictQuestion.set(null);
        resolve(choices);
      },
    });
  });
}
