import { isMobileNow } from "@/components/ui/use-media";
import { createStore } from "@/lib/shared/store";
import type { Panes } from "./panes";

/** How this window shows the user's terminals. */
export type Dock = {
  isShown: boolean;
  isFull: boolean;
  /** Shown since before a reload, and not by anybody since. */
  isRecalled: boolean;
  /** Of the dock, in pixels. */
  height: number;
  /** The terminal on the screen; null: the newest. */
  activeId: string | null;
  /** Tabs that are divided. */
  splits: readonly Panes[];
};

const storageKey = "filedeck.dock";
export const dockHeight = { least: 120, usual: 300 } as const;
export const dockStore = createStore<Dock>({
  isShown: false,
  isFull: false,
  isRecalled: false,
  height: dockHeight.usual,
  activeId: null,
  splits: [],
});

/** As it was before a reload; for the first rendering in the browser. */
export function recallDock(): void {
  const kept = sessionStorage.getItem(storageKey);
  if (kept === null) return;
  const { splits, ...dock } = JSON.parse(kept) as Omit<Dock, "splits"> & Partial<Dock>; // written below, perhaps by an older version
  const isShown = dock.isShown && !isMobileNow();
  // On a phone they would cover the page that somebody goes to.
  dockStore.set({ ...dock, isShown, isRecalled: isShown, splits: splits ?? [] });
}

export function setDock(change: Partial<Dock>): void {
  dockStore.set((dock) => ({ ...dock, isRecalled: dock.isRecalled && change.isShown === undefined, ...change }));
  sessionStorage.setItem(storageKey, JSON.stringify(dockStore.get()));
}

let isPageShown = false;

/** The page of the terminals shows them itself, until the returned function is called: the dock of the other pages stays as it is. */
export function holdPage(): () => void {
  isPageShown = true;
  return () => {
    isPageShown = false;
  };
}

/** Puts one on the screen: on the page of the terminals, or in the dock below any other. */
export function showTerminal(id: string): void {
  setDock(isPageShown ? { activeId: id } : { isShown: true, activeId: id });
}

export function toggleDock(): void {
  setDock({ isShown: !dockStore.get().isShown });
}
