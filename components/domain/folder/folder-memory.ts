import { createStore } from "@/lib/shared/store";
import { allSortOrders, type SortOrder } from "@/components/domain/entry/sort-rows";

/** View modes of the specification: mosaic is the empty string. */
export const viewModes = ["", "list", "gallery"] as const;
export type ViewMode = (typeof viewModes)[number];
export const columnNames = ["size", "mtime", "mode"] as const;
export type ColumnName = (typeof columnNames)[number];

export type FolderView = { view: ViewMode; sort: SortOrder };
export type ViewSettings = {
  /** The view of all folders if `isShared`, otherwise of those for which none was chosen. */
  view: ViewMode;
  sort: SortOrder;
  /** One layout and order for all folders; otherwise each keeps its own. */
  isShared: boolean;
  /** Whether the list shows details in columns; without them it is tiles. */
  isDetailed: boolean;
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
  isShared: false,
  isDetailed: true,
  isCompact: false,
  columns: ["size", "mtime"],
};

export function viewOfFolder({ folders, settings }: FolderMemory, path: string): FolderView {
  const { view, sort, isShared } = settings;
  return { view, sort, ...(isShared ? {} : folders.get(path)) };
}

/** Remembers a folder's view as the most recent, or that of all; the oldest folders beyond the limit are forgotten. */
export function withFolderView(memory: FolderMemory, path: string, change: Partial<FolderView>): FolderMemory {
  if (memory.settings.isShared) return { ...memory, settings: { ...memory.settings, ...change } };
  const folders = new Map(memory.folders);
  folders.delete(path);
  folders.set(path, { ...memory.folders.get(path), ...change });
  for (const oldest of folders.keys()) {
    if (folders.size <= maxFolders) break;
    folders.delete(oldest);
  }
  return { ...memory, folders };
}

/** Gives all folders the view of this one, or each its own again. */
export function withSharing(memory: FolderMemory, path: string, isShared: boolean): FolderMemory {
  const { view, sort } = viewOfFolder(memory, path);
  return { ...memory, settings: { ...memory.settings, ...(isShared ? { view, sort } : {}), isShared } };
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
      isShared: found["isShared"] === true,
      isDetailed: found["isDetailed"] !== false,
      isCompact: found["isCompact"] === true,
      columns: Array.isArray(found["columns"])
        ? columnNames.filter((name) => (found["columns"] as unknown[]).includes(name))
        : defaultSettings.columns, // checked by isArray
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
  const view = viewModes.find((view) => view === found["view"]);
  const sort = allSortOrders.find((sort) => sort === found["sort"]);
  return {
    ...(view === undefined ? {} : { view }),
    ...(sort === undefined ? {} : { sort }),
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

export function shareView(path: string, isShared: boolean): void {
  folderMemory.set((memory) => withSharing(memory, path, isShared));
  save();
}

export function changeSettings(change: Partial<ViewSettings>): void {
  folderMemory.set((memory) => ({ ...memory, settings: { ...memory.settings, ...change } }));
  save();
}
