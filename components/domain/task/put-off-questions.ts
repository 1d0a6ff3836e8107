import { createStore } from "@/lib/shared/store";

/** Ids of questions whose dialog was closed without an answer: the panel still has them. */
export const putOffQuestions = createStore<ReadonlySet<string>>(new Set());

export function putOff(id: string): void {
  putOffQuestions.set((ids) => new Set([...ids, id]));
}

export function takeUp(id: string): void {
  putOffQuestions.set((ids) => new Set([...ids].filter((one) => one !== id)));
}
