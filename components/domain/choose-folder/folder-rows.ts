import { joinVirtualPath, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";

export type FolderRow = {
  path: VirtualPath;
  text: string;
  /** Where it is, for what a search found. */
  place?: string;
  /** From 1. */
  level: number;
  /** Null: it cannot be opened here. */
  isOpen: boolean | null;
  /** It is open, and could not be read. */
  isUnread?: boolean;
};

type Place = { path: VirtualPath; note: string };

/** The rows of a tree of which some folders are open; `below` has the names in those that were read, null: it cannot be. */
export function treeRows(
  places: readonly Place[],
  open: ReadonlySet<VirtualPath>,
  below: ReadonlyMap<VirtualPath, readonly EntryName[] | null>,
): readonly FolderRow[] {
  const rows: FolderRow[] = [];
  const add = (path: VirtualPath, text: string, level: number) => {
    const names = below.get(path);
    const isOpen = open.has(path);
    // What turned out to hold no folders has nothing to open.
    const isUnread = isOpen && names === null;
    rows.push({
      path,
      text,
      level,
      isOpen: isOpen && names?.length === 0 ? null : isOpen,
      ...(isUnread && { isUnread }),
    });
    if (isOpen) for (const name of names ?? []) add(joinVirtualPath(path, name), name, level + 1);
  };
  for (const { path, note } of places) add(path, note, 1);
  return rows;
}

/** The folders above one, outermost first: all that must be open so that it shows. */
export function foldersAbove(path: VirtualPath): readonly VirtualPath[] {
  const above: VirtualPath[] = [];
  for (let at = parentOf(path); at !== null; at = parentOf(at)) above.unshift(at);
  return above;
}

export type TreeMove = { choose: VirtualPath } | { open: VirtualPath } | { close: VirtualPath };

/** What a key does in a tree (WAI-ARIA APG, tree view); null: nothing. `forward`: the arrow that leads into a folder. */
export function moveForKey(
  key: string,
  rows: readonly FolderRow[],
  chosen: VirtualPath | null,
  forward: "ArrowRight" | "ArrowLeft" = "ArrowRight",
): TreeMove | null {
  const at = rows.findIndex(({ path }) => path === chosen);
  const row = rows[at];
  const to = (index: number): TreeMove | null => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))];
    return next === undefined ? null : { choose: next.path };
  };
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at < 0 ? rows.length - 1 : at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowLeft":
    case "ArrowRight": {
      if (row === undefined) return null;
      if (key === forward) {
        if (row.isOpen === false) return { open: row.path };
        return row.isOpen === true && (rows[at + 1]?.level ?? 0) > row.level ? to(at + 1) : null;
      }
      if (row.isOpen === true) return { close: row.path };
      const above = rows.slice(0, at).findLast(({ level }) => level < row.level);
      return above === undefined ? null : { choose: above.path };
    }
    default:
      return null;
  }
}
