import { createStore } from "@/lib/shared/store";

/** What the page of the current tab has unsaved. */
export type PageGuard = {
  /** Asks whether to go on without it; then does so. */
  ask: (leave: () => void) => void;
  /** Puts it aside until its tab is shown again; answers what throws it away. Null: the page cannot. */
  park: (() => () => void) | null;
};

/** Null: nothing is unsaved. */
export const pageGuard = createStore<PageGuard | null>(null);

/** What is unsaved in tabs that are not shown, by their ids: each throws it away. */
export const parkedTabs = createStore<ReadonlyMap<string, () => void>>(new Map());

/** The tab is shown again, or gone. */
export function unparkTab(id: string): void {
  parkedTabs.set((parked) => {
    if (!parked.has(id)) return parked;
    const rest = new Map(parked);
    rest.delete(id);
    return rest;
  });
}
