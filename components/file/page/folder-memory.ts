import { createStore } from "@/lib/shared/store";
import { allSortOrders, type SortOrder } from "@/components/file/rows/sort-rows";

/** View modes of the specification: mosaic is the empty string. */
export const viewModes = ["", "list", "gallery"] as const;
export type ViewMode = (typeof viewModes)[number];
export const columnNames = ["size", "mtime", "mode"] as const;
export type ColumnName = (typeof columnNames)[number];

export type FolderView = { view: ViewMode; sort: SortOrder; scroll: number };
export type ViewSettings = {
  /** The view that a folder starts with: the last one chosen anywhere. */
  view: ViewMode;
  sort: SortOrder;
  isCompact: boolean;
  columns: readonly ColumnName[];
};
export type FolderMemory = {
  settings: ViewSettings;
  /** What was chosen for single folders; most recent last. */
  folders: ReadonlyMap<string, Partial<FolderView>>;
};

const maxFolders = 200;
const storageKey = "filedeck.folders";

export const defaultSettings: ViewSettings = {
  view: "list",
  sort: "name",
  isCompact: false,
  columns: columnNames,
};

export function viewOfFolder({ folders, settings }: FolderMemory, path: string): FolderView {
  return { view: settings.view, sort: settings.sort, scroll: 0, ...folders.get(path) };
}

/** Remembers a folder's view as the most recent; the oldest beyond the limit are forgotten. */
export function withFolderView(memory: FolderMemory, path: string, change: Partial<FolderView>): FolderMemory {
  const folders = new Map(memory.folders);
  folders.delete(path);
  folders.set(path, { ...memory.folders.get(path), ...change });
  for (const oldest of folders.keys()) {
    if (folders.size <= maxFolders) break;
    folders.delete(oldest);
  }
  const { view, sort } = { ...memory.settings, ...change };
  return { settings: { ...memory.settings, view, sort }, folders };
}

/** What was stored, as far as it makes sense: local storage is anybody's to write. */
export function parseMemory(text: string | null): FolderMemory {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    stored = null;
  }
  const { settings, folders } = isRecord(stored) ? stored : {};
  const found = isRecord(settings) ? settings : {};
  return {
    settings: {
      ...viewAndSort(found, defaultSettings),
      isCompact: typeof found["isCompact"] === "boolean" ? found["isCompact"] : defaultSettings.isCompact,
      columns: Array.isArray(found["columns"])
        ? columnNames.filter((name) => (found["columns"] as unknown[]).includes(name))
        : columnNames, // checked by isArray
    },
    folders: new Map(
      (Array.isArray(folders) ? folders : [])
        .slice(-maxFolders)
        .flatMap((pair: unknown): [string, Partial<FolderView>][] => {
          const [path, view]: unknown[] = Array.isArray(pair) ? pair : [];
          if (typeof path !== "string" || !isRecord(view)) return [];
          return [[path, partialView(view)]];
        }),
    ),
  };
}

function partialView(found: Record<string, unknown>): Partial<FolderView> {
  const { scroll } = found;
  const view = viewModes.find((view) => view === found["view"]);
  const sort = allSortOrders.find((sort) => sort === found["sort"]);
  return {
    ...(view === undefined ? {} : { view }),
    ...(sort === undefined ? {} : { sort }),
    ...(typeof scroll === "number" && scroll > 0 ? { scroll } : {}),
  };
}

function viewAndSort(found: Record<string, unknown>, otherwise: { view: ViewMode; sort: SortOrder }) {
  return {
    view: viewModes.find((view) => view === found["view"]) ?? otherwise.view,
    sort: allSortOrders.find((sort) => sort === found["sort"]) ?? otherwise.sort,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const folderMemory = createStore<FolderMemory>(parseMemory(null));
let isLoaded = false;

/** Reads local storage once; after hydration, because the server does not know it. */
export function loadFolderMemory(): void {
  if (isLoaded) return;
  isLoaded = true;
  folderMemory.set(parseMemory(localStorage.getItem(storageKey)));
}

function save(): void {
  const { settings, folders } = folderMemory.get();
  try {
    localStorage.setItem(storageKey, JSON.stringify({ settings, folders: [...folders] }));
  } catch {
    // Full or forbidden storage: the memory then lasts as long as the tab.
  }
}

export function rememberFolder(path: string, change: Partial<FolderView>): void {
  folderMemory.set((memory) => withFolderView(memory, path, change));
  save();
}

export function changeSettings(change: Partial<ViewSettings>): void {
  folderMemory.set((memory) => ({ ...memory, settings: { ...memory.settings, ...change } }));
  save();
}
