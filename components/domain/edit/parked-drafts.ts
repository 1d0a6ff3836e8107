import { tabStore } from "@/lib/client/tab/tab-store";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Draft } from "./draft-store";

/** Unsaved texts of tabs that are not shown, however long they are: until the tab is shown again, or the window goes. */
const parked = new Map<string, Draft>();

const keyOf = (path: VirtualPath) => `${tabStore.get().current.id} ${path}`;

/** Of the current tab, which is about to be left. Answers what throws it away. */
export function parkDraft(path: VirtualPath, draft: Draft): () => void {
  const key = keyOf(path);
  parked.set(key, draft);
  return () => void parked.delete(key);
}

/** What the current tab has put aside of this file. */
export function parkedDraft(path: VirtualPath): Draft | null {
  return parked.get(keyOf(path)) ?? null;
}

export function unparkDraft(path: VirtualPath): void {
  parked.delete(keyOf(path));
}
