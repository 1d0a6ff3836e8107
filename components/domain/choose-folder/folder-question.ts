import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

export type FolderQuestion = {
  title: string;
  confirmLabel: string;
  /** Chosen at first; none when left out. */
  start?: VirtualPath;
  /** Why a folder cannot be the one, in words; null when it can. */
  refuse?: (folder: VirtualPath) => string | null;
  answer: (folder: VirtualPath | null) => void;
};

/** The open question, shown by the transfer host. */
export const folderQuestion = createStore<FolderQuestion | null>(null);

/** Asks for a folder to put something into; null when the user gives up. */
export function askFolder(question: Omit<FolderQuestion, "answer">): Promise<VirtualPath | null> {
  folderQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    folderQuestion.set({
      ...question,
      answer: (folder) => {
        folderQuestion.set(null);
        resolve(folder);
      },
    });
  });
}
