import type { ContainerAction } from "@/lib/shared/containers";
import { createStore } from "@/lib/shared/store";

export type ContainerWork = ContainerAction | "remove";

/** What was asked of containers, by id, until the server has answered: stopping one can take ten seconds and more. */
export const containersAtWork = createStore<ReadonlyMap<string, ContainerWork>>(new Map());

/** Ends when the work does, however that ends; other work on the same container may have begun by then. */
export async function whileAtWork<T>(id: string, work: ContainerWork, act: () => Promise<T>): Promise<T> {
  containersAtWork.set((before) => new Map(before).set(id, work));
  try {
    return await act();
  } finally {
    containersAtWork.set((before) => {
      if (before.get(id) !== work) return before;
      const after = new Map(before);
      after.delete(id);
      return after;
    });
  }
}
