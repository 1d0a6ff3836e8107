import { isAppError } from "@/lib/shared/errors";
import { changeTabs, type Tab, type TabChange } from "@/lib/shared/tabs";
import { api } from "@/lib/client/call";
import { keepChannel } from "@/lib/client/channel";
import { recoveries } from "@/lib/client/connection";

/** Steps through folders are one change; whoever opens, moves or closes wants it everywhere at once. */
const updateMs = 800;
const mostChanges = 100;

let tellList: (list: readonly Tab[]) => void = () => {};
/** As the server had it last. */
let base: readonly Tab[] = [];
let revision = 0;
let underWay: readonly TabChange[] = [];
let waiting: readonly TabChange[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

/** The user's tabs as this window knows them, with what it has not told the server yet. */
export function knownTabs(): readonly Tab[] {
  return changeTabs(base, [...underWay, ...waiting]);
}

/** Asks for the tabs, and hears of every change elsewhere; until the first answer they are as they were. */
export function listenToTabs(before: readonly Tab[], tell: typeof tellList): void {
  base = before;
  tellList = tell;
  recoveries.subscribe(() => void flush()); // never rejects
  keepChannel("tab/follow", {}, (list) => {
    // The answer to what is under way is newer.
    if (underWay.length === 0) take(list);
  });
  void load(); // never rejects
}

export function sendTabChange(change: TabChange): void {
  waiting = [...waiting.filter((other) => !isReplaced(other, change)), change];
  if (change.type === "update") timer ??= setTimeout(() => void flush(), updateMs);
  else queueMicrotask(() => void flush()); // never rejects
}

function isReplaced(earlier: TabChange, later: TabChange): boolean {
  return earlier.type === "update" && later.type === "update" && earlier.tab.id === later.tab.id;
}

async function load(): Promise<void> {
  if (underWay.length > 0) return;
  try {
    take(await api.tab.listTabs({}));
  } catch {
    // The channel tells them when the server is back.
  }
}

/** One message after the other: what was done meanwhile goes with the next. */
async function flush(): Promise<void> {
  if (underWay.length > 0 || waiting.length === 0) return;
  if (timer !== null) clearTimeout(timer);
  timer = null;
  [underWay, waiting] = [waiting.slice(0, mostChanges), waiting.slice(mostChanges)];
  let isLost = false;
  try {
    const list = await api.tab.changeTabs({ changes: underWay.map(copyOf) });
    underWay = [];
    take(list);
  } catch (error) {
    isLost = isAppError(error) && error.key === "network";
    // Without the server it waits; what the server refuses would be refused again.
    if (isLost) waiting = [...underWay, ...waiting].slice(-mostChanges);
    underWay = [];
  }
  if (!isLost && waiting.length > 0) await flush();
}

function take(list: { tabs: readonly Tab[]; revision: number }): void {
  if (list.revision < revision) return;
  ({ tabs: base, revision } = list);
  tellList(knownTabs());
}

/** The contract's lists are its own to change. */
function copyOf(change: TabChange) {
  return change.type === "close" ? { ...change, ids: [...change.ids] } : change;
}
