/** A page that is open in the tab menu. `address`: path and query below the base path, see {@link isTabAddress}. */
export type Tab = { id: string; address: string; title: string };

/**
 * What is done to a list of tabs. Each says as little as it can, so that those of several windows and devices merge: of one tab
 * the last word counts, of different tabs every word.
 */
export type TabChange =
  /** Behind the tab `after`; null, or one that is gone: at the end. */
  | { type: "open"; tab: Tab; after: string | null }
  | { type: "update"; tab: Tab }
  /** Behind the tab `after`; null: to the beginning. */
  | { type: "move"; id: string; after: string | null }
  | { type: "close"; ids: readonly string[] };

export const maxTabs = 40;
export const maxTabAddress = 4096;
export const maxTabTitle = 255;

/** The list after the changes. A list of one is none: a window's only page needs no tab, and is nobody else's. */
export function changeTabs(tabs: readonly Tab[], changes: readonly TabChange[]): readonly Tab[] {
  const changed = changes.reduce(changeOnce, tabs);
  return changed.length < 2 ? [] : changed;
}

function changeOnce(tabs: readonly Tab[], change: TabChange): readonly Tab[] {
  switch (change.type) {
    case "open": {
      const { tab, after } = change;
      if (tabs.some(({ id }) => id === tab.id)) return withTab(tabs, tab);
      return tabs.length < maxTabs ? placed(tabs, tab, indexOf(tabs, after) ?? tabs.length) : tabs;
    }
    case "update":
      return withTab(tabs, change.tab);
    case "move": {
      const tab = tabs.find(({ id }) => id === change.id);
      const others = tabs.filter((one) => one !== tab);
      const index = change.after === null ? 0 : indexOf(others, change.after);
      return tab === undefined || index === null ? tabs : placed(others, tab, index);
    }
    default:
      return tabs.filter(({ id }) => !change.ids.includes(id));
  }
}

function withTab(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  return tabs.map((one) => (one.id === tab.id ? tab : one));
}

/** Where what comes behind the tab belongs; null without the tab. */
function indexOf(tabs: readonly Tab[], id: string | null): number | null {
  const index = tabs.findIndex((one) => one.id === id);
  return index < 0 ? null : index + 1;
}

function placed(tabs: readonly Tab[], tab: Tab, index: number): readonly Tab[] {
  return [...tabs.slice(0, index), tab, ...tabs.slice(index)];
}

/** Not behind the sign-in, or no page. */
const elsewhere = /^\/(?:$|\?|(?:login|setup|s|api)(?:[/?]|$))/;

/**
 * Whether this is the address of a page of the console, exactly as the browser writes it: no scheme and no host, also none in
 * disguise (`//host`, `/\host`), no way up, no fragment, nothing unseen.
 */
export function isTabAddress(text: string): boolean {
  if (text.length > maxTabAddress || !text.startsWith("/") || text.startsWith("//") || elsewhere.test(text))
    return false;
  const { origin, written } = writtenAddress(text);
  return origin === consoleOrigin && written === text;
}

const consoleOrigin = "http://console.invalid";

/** An address inside the app as the browser will write it; what is none stays as it is. */
export function writtenAddress(text: string): { origin: string; written: string } {
  // URL.parse is younger than some browsers that are still about.
  if (!URL.canParse(text, consoleOrigin)) return { origin: "", written: text };
  const { origin, pathname, search } = new URL(text, consoleOrigin);
  return { origin, written: pathname + search };
}
