import { pageGuard, parkedTabs, unparkTab } from "@/lib/client/tab/page-guard";
import { addTab, adoptCurrent, dropTabs, setCurrentTab, shownTabs, tabStore } from "@/lib/client/tab/tab-store";
import type { Tab } from "@/lib/shared/tabs";

/** Where a tab was left: its address, the place of its step in the history, and how far its page was scrolled. */
type Left = { address: string; placeId: string | null; scroll: number };
type Show = { tab: Tab; left: Left | null; isReplacing: boolean };

/** What only the mounted page can do. */
type Stage = {
  show: (what: Show) => void;
  /** Of the page that is shown now. */
  whereNow: () => Omit<Left, "address">;
  tellFull: () => void;
  /** Whether tabs with unsaved changes may go. */
  askToLose: () => Promise<boolean>;
};

let stage: Stage | null = null;
/** In the background, and from which tab. */
let lastOpened: { opener: string; id: string } | null = null;
const leftAt = new Map<string, Left>();
const closed: { tab: Tab; after: string | undefined }[] = [];
const mostClosed = 20;

/** Until the returned function is called. */
export function setStage(next: Stage): () => void {
  stage = next;
  return () => {
    if (stage === next) stage = null;
  };
}

/** Opens a page of the app as a tab of this window: behind the one that is shown, and shown itself unless in the background. */
export function openTab(address: string, { isInBackground = false, title = "" } = {}): void {
  if (stage === null) return;
  const opener = tabStore.get().current.id;
  // Those that are opened from one page in a row stand in this order.
  const after = lastOpened?.opener === opener && isListed(lastOpened.id) ? lastOpened.id : undefined;
  const tab = addTab(address, { title, ...(after === undefined ? {} : { after }) });
  lastOpened = tab === null || !isInBackground ? null : { opener, id: tab.id };
  if (tab === null) stage.tellFull();
  else if (!isInBackground) switchToTab(tab.id);
}

const isListed = (id: string) => tabStore.get().list.some((tab) => tab.id === id);

export function switchToTab(id: string): void {
  const { current } = tabStore.get();
  const tab = shownTabs(tabStore.get()).find((one) => one.id === id);
  if (tab === undefined || id === current.id) return;
  lastOpened = null;
  leavePage(() => {
    adoptCurrent();
    show(tab, false);
  });
}

/** By its number in the bar, counted from 0; from the end below 0. */
export function switchToTabAt(index: number): void {
  const tab = shownTabs(tabStore.get()).at(index);
  if (tab !== undefined) switchToTab(tab.id);
}

/** The one beside the current one, around the ends. */
export function switchBy(step: 1 | -1): void {
  const tabs = shownTabs(tabStore.get());
  if (tabs.length === 0) return;
  switchToTabAt((tabs.findIndex(({ id }) => id === tabStore.get().current.id) + step) % tabs.length);
}

/** The browser's Back or Forward led to a step of this tab. Answers the one that is left; null: it is no other. */
export function followHistory(id: string): Tab | null {
  const { current } = tabStore.get();
  const tab = shownTabs(tabStore.get()).find((one) => one.id === id);
  if (tab === undefined || id === current.id) return null;
  rememberLeaving();
  park();
  adoptCurrent();
  enter(tab);
  return current;
}

export function duplicateTab(id = tabStore.get().current.id): void {
  const { list, current } = tabStore.get();
  const tab = id === current.id ? current : list.find((one) => one.id === id);
  if (tab === undefined || stage === null) return;
  const copy = addTab(tab.address, { title: tab.title, after: tab.id });
  if (copy === null) stage.tellFull();
  else switchToTab(copy.id);
}

export function reopenTab(): void {
  const last = closed.pop();
  if (last === undefined || stage === null) return;
  const tab = addTab(last.tab.address, {
    title: last.tab.title,
    ...(last.after === undefined ? {} : { after: last.after }),
  });
  if (tab === null) {
    closed.push(last);
    stage.tellFull();
  } else switchToTab(tab.id);
}

export function canReopen(): boolean {
  return closed.length > 0;
}

/** Closes tabs, after asking when something in them is unsaved. The last one of a window stays. */
export async function closeTabs(ids: readonly string[]): Promise<void> {
  const tabs = shownTabs(tabStore.get());
  const { current } = tabStore.get();
  const going = tabs.filter(({ id }) => ids.includes(id));
  const staying = tabs.filter(({ id }) => !ids.includes(id));
  if (going.length === 0 || staying.length === 0 || stage === null) return;
  const isCurrentGoing = ids.includes(current.id);
  const isUnsaved = going.some(({ id }) => parkedTabs.get().has(id)) || (isCurrentGoing && pageGuard.get() !== null);
  if (isUnsaved && !(await stage.askToLose())) return;
  if (isCurrentGoing) {
    // What was put aside was given up, like that of the tabs in the background.
    park();
    const at = tabs.findIndex(({ id }) => id === current.id);
    const next = tabs.slice(at).find((tab) => staying.includes(tab)) ?? staying.at(-1);
    if (next !== undefined) show(next, true);
  }
  for (const tab of going) {
    const at = tabs.indexOf(tab);
    closed.push({ tab, after: tabs[at - 1]?.id });
    parkedTabs.get().get(tab.id)?.();
    unparkTab(tab.id);
    leftAt.delete(tab.id);
  }
  closed.splice(0, closed.length - mostClosed);
  dropTabs(ids);
}

/** Puts aside what is unsaved, or asks. */
function leavePage(go: () => void): void {
  const guard = pageGuard.get();
  if (guard !== null && guard.park === null) guard.ask(go);
  else {
    park();
    go();
  }
}

function park(): void {
  const discard = pageGuard.get()?.park?.();
  const { id } = tabStore.get().current;
  if (discard !== undefined) parkedTabs.set((parked) => new Map(parked).set(id, discard));
}

function enter(tab: Tab): void {
  setCurrentTab(tab);
  unparkTab(tab.id);
  // The page that is left is mounted until the next one is there: what it has unsaved is not the next one's.
  pageGuard.set(null);
}

function show(tab: Tab, isReplacing: boolean): void {
  rememberLeaving();
  enter(tab);
  const left = leftAt.get(tab.id) ?? null;
  stage?.show({ tab, left: left?.address === tab.address ? left : null, isReplacing });
}

function rememberLeaving(): void {
  const { id, address } = tabStore.get().current;
  if (stage !== null) leftAt.set(id, { address, ...stage.whereNow() });
}
