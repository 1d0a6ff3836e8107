import { createStore } from "@/lib/shared/store";
import { isTabAddress, writtenAddress, maxTabs, maxTabTitle, type Tab } from "@/lib/shared/tabs";
import { stripBasePath } from "@/lib/client/base-path";
import { readToken } from "@/lib/client/token";
import { knownTabs, listenToTabs, sendTabChange } from "./tab-sync";

/**
 * What this window shows of the user's tabs. `current` is its own page; unless it is among the user's tabs it is this window's
 * alone and nobody is told of it, so that a page in a window of its own stays just that.
 */
type Tabs = { list: readonly Tab[]; current: Tab };

const storageKey = "filedeck.tabs";
/** Of the session's token: enough to tell whether what was kept is of the same session. */
const ownerLength = 8;

const nowhere = "/browse";
export const tabStore = createStore<Tabs>({ list: [], current: { id: "", address: nowhere, title: "" } });

/** What the bar shows, in its order; empty for a single page. */
export function shownTabs({ list, current }: Tabs): readonly Tab[] {
  if (list.length === 0) return list;
  return list.some(({ id }) => id === current.id)
    ? list.map((tab) => (tab.id === current.id ? current : tab))
    : [...list, current];
}

let isStarted = false;

/** Begins with what this window knew before a reload, then asks the server. */
export function startTabs(): void {
  if (isStarted) return;
  isStarted = true;
  const kept = readKept();
  tabStore.set(({ current }) => ({
    list: kept?.list ?? [],
    current: { ...current, id: kept?.id ?? newTabId(), address: addressOfWindow() },
  }));
  let isNew = kept === null;
  listenToTabs(kept?.list ?? [], (list) => {
    tabStore.set(({ current }) => {
      // A window that has just been opened is the tab of its address, if there is one.
      const same = isNew ? list.find(({ address }) => address === current.address) : undefined;
      isNew = false;
      return { list, current: same === undefined ? current : { ...current, id: same.id } };
    });
  });
  tabStore.subscribe(keep);
}

/** The page of this window is another, or is called otherwise. */
export function notePage({ address, title }: { address: string; title: string }): void {
  const { current } = tabStore.get();
  if (!isTabAddress(address)) return;
  const next: Tab = { ...current, address, title: title.slice(0, maxTabTitle) };
  if (next.address === current.address && next.title === current.title && isAsListed(next)) return;
  tabStore.set((tabs) => ({ ...tabs, current: next }));
  if (tabStore.get().list.some(({ id }) => id === next.id)) change({ type: "update", tab: next });
}

/** Opens an address behind another tab, or behind the current one. Null: it is no page, or there are too many tabs. */
export function addTab(address: string, { title = "", after }: { title?: string; after?: string } = {}): Tab | null {
  const { list, current } = tabStore.get();
  const { written } = writtenAddress(address);
  const isLoose = !list.some(({ id }) => id === current.id);
  if (!isTabAddress(written) || list.length + (isLoose ? 2 : 1) > maxTabs) return null;
  adoptCurrent();
  const tab: Tab = { id: newTabId(), address: written, title };
  change({ type: "open", tab, after: after ?? current.id });
  return tab;
}

/** Makes the window's own page one of the user's tabs. */
export function adoptCurrent(): void {
  const { list, current } = tabStore.get();
  if (!list.some(({ id }) => id === current.id)) change({ type: "open", tab: current, after: null });
}

/** The window shows this tab from now on. */
export function setCurrentTab(tab: Tab): void {
  tabStore.set((tabs) => ({ ...tabs, current: tab }));
}

/** To its place among all that are shown, counted from 0. */
export function moveTab(id: string, to: number): void {
  adoptCurrent();
  const others = shownTabs(tabStore.get()).filter((tab) => tab.id !== id);
  const at = Math.max(0, Math.min(to, others.length));
  change({ type: "move", id, after: others[at - 1]?.id ?? null });
}

export function dropTabs(ids: readonly string[]): void {
  change({ type: "close", ids });
}

function change(what: Parameters<typeof sendTabChange>[0]): void {
  sendTabChange(what);
  tabStore.set((tabs) => ({ ...tabs, list: knownTabs() }));
}

function isAsListed(tab: Tab): boolean {
  const listed = tabStore.get().list.find(({ id }) => id === tab.id);
  return listed === undefined || (listed.address === tab.address && listed.title === tab.title);
}

function newTabId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

export function addressOfWindow(): string {
  return stripBasePath(location.pathname) + location.search;
}

type Kept = { id: string; list: readonly Tab[] };

function ownerOfSession(): string {
  return readToken()?.slice(0, ownerLength) ?? "";
}

/** What this window knew before a reload, if the same session is still signed in. */
function readKept(): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof kept !== "object" || kept === null || Reflect.get(kept, "owner") !== ownerOfSession()) return null;
    const [id, list]: unknown[] = [Reflect.get(kept, "id"), Reflect.get(kept, "list")];
    return typeof id === "string" && Array.isArray(list) ? { id, list: list.filter(isTab) } : null;
  } catch {
    return null;
  }
}

function isTab(value: unknown): value is Tab {
  if (typeof value !== "object" || value === null) return false;
  const { id, address, title } = value as Partial<Tab>; // looked at below
  return typeof id === "string" && typeof title === "string" && typeof address === "string" && isTabAddress(address);
}

function keep(): void {
  const { list, current } = tabStore.get();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner: ownerOfSession(), id: current.id, list }));
  } catch {
    // Full or forbidden storage: then it lasts until the reload.
  }
}
