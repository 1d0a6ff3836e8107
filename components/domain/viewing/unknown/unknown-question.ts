import { createStore } from "@/lib/shared/store";

export type UnknownAnswer = { act: "text"; isRemembered: boolean } | { act: "download" } | null;
export type UnknownQuestion = {
  name: string;
  /** By the file's first bytes; decides what Enter does. */
  looksLikeText: boolean;
  answer: (answer: UnknownAnswer) => void;
};

/** The open question about a file of an unknown type, shown by the file page. */
export const unknownQuestion = createStore<UnknownQuestion | null>(null);

/** Asks what to do with a file that nothing shows; null when the user gives up. */
export function askUnknown(question: Omit<UnknownQuestion, "answer">): Promise<UnknownAnswer> {
  unknownQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    unknownQuestion.set({
      ...question,
      answer: (answer) => {
        unknownQuestion.set(null);
        resolve(answer);
      },
    });
  });
}
