import type { SpacePart } from "@/lib/contracts/space";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";

/** A measured folder or an entry in it. */
export type SpaceItem = Omit<SpacePart, "in" | "name"> & {
  name: string;
  path: VirtualPath;
  /** The largest first. */
  children: readonly SpaceItem[];
};

type Growing = Omit<SpaceItem, "children"> & { children: SpaceItem[] };

/** The map as a tree. Parts come after their folders. */
export function toTree(parts: readonly SpacePart[], top: VirtualPath): SpaceItem | null {
  const items: (Growing | null)[] = [];
  for (const { in: place, ...part } of parts) {
    const folder = items[place] ?? null;
    const path =
      place < 0 ? top : folder === null || !isEntryName(part.name) ? null : joinVirtualPath(folder.path, part.name);
    const item = path === null ? null : { ...part, path, children: [] };
    items.push(item);
    if (item !== null) folder?.children.push(item);
  }
  return items[0] ?? null;
}

/** The item at a path, if it has a part of its own. */
export function findItem(top: SpaceItem, path: VirtualPath): SpaceItem | null {
  let item: SpaceItem = top;
  while (item.path !== path) {
    const next = item.children.find((child) => path === child.path || path.startsWith(`${child.path}/`));
    if (next === undefined) return null;
    item = next;
  }
  return item;
}

/** Whether there is more to see in it than what has been measured in sight: then it is measured alone. */
export function isUnseen({ kind, children, rest, elsewhere }: SpaceItem): boolean {
  return kind === "folder" && (elsewhere || (children.length === 0 && rest.entries > 0));
}
