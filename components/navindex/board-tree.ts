import type { NavFolder, NavItem, NavLink } from "@/lib/contracts/navindex";

type Items = readonly NavItem[];

export function countLinks(items: Items): number {
  return items.reduce((sum, item) => sum + (item.kind === "link" ? 1 : countLinks(item.items)), 0);
}

export function findItem(items: Items, id: string): NavItem | null {
  for (const item of items) {
    if (item.id === id) return item;
    const inside = item.kind === "folder" ? findItem(item.items, id) : null;
    if (inside !== null) return inside;
  }
  return null;
}

/** With what `change` makes of each list of neighbours, folders first. */
function mapLists(items: Items, change: (list: NavItem[], folderId: string | null) => NavItem[]): NavItem[] {
  const inside = (list: Items, folderId: string | null): NavItem[] =>
    change(
      list.map((item) => (item.kind === "folder" ? { ...item, items: inside(item.items, item.id) } : item)),
      folderId,
    );
  return inside(items, null);
}

export function replaceItem(items: Items, next: NavItem): NavItem[] {
  return mapLists(items, (list) => list.map((item) => (item.id === next.id ? withItemsOf(next, item) : item)));
}

/** What is in a folder stays in it, whatever else becomes of it. */
const withItemsOf = (next: NavItem, before: NavItem): NavItem =>
  next.kind === "folder" && before.kind === "folder" ? { ...next, items: before.items } : next;

export function removeItem(items: Items, id: string): NavItem[] {
  return mapLists(items, (list) => list.filter((item) => item.id !== id));
}

/** At the end of a folder; null: of all. */
export function addItem(items: Items, folderId: string | null, added: NavItem): NavItem[] {
  return mapLists(items, (list, id) => (id === folderId ? [...list, added] : list));
}

/** One place further among its neighbours of its kind: folders come after links. Null where there is none. */
export function stepItem(items: Items, id: string, step: -1 | 1): NavItem[] | null {
  let hasMoved = false;
  const next = mapLists(items, (list) => {
    const kind = list.find((item) => item.id === id)?.kind;
    if (kind === undefined) return list;
    const alike = list.filter((item) => item.kind === kind);
    const at = alike.findIndex((item) => item.id === id);
    const other = alike[at + step];
    const own = alike[at];
    if (other === undefined || own === undefined) return list;
    hasMoved = true;
    return list.map((item) => (item.id === own.id ? other : item.id === other.id ? own : item));
  });
  return hasMoved ? next : null;
}

/** To the place of another one, which goes one further; a folder never into itself. */
export function takePlace(items: Items, id: string, otherId: string): NavItem[] {
  const moved = findItem(items, id);
  if (moved === null || id === otherId || isInside(moved, otherId)) return [...items];
  return mapLists(removeItem(items, id), (list) =>
    list.flatMap((item) => (item.id === otherId ? [moved, item] : [item])),
  );
}

/** To the end of a folder; null: of all. A folder never into itself. */
export function moveInto(items: Items, id: string, folderId: string | null): NavItem[] {
  const moved = findItem(items, id);
  if (moved === null || id === folderId || (folderId !== null && isInside(moved, folderId))) return [...items];
  return addItem(removeItem(items, id), folderId, moved);
}

const isInside = (item: NavItem, id: string) => item.kind === "folder" && findItem(item.items, id) !== null;

/** All folders with their depth, in their order. */
export function foldersOf(items: Items, depth = 1): { folder: NavFolder; depth: number }[] {
  return items.flatMap((item) =>
    item.kind === "folder" ? [{ folder: item, depth }, ...foldersOf(item.items, depth + 1)] : [],
  );
}

/** The folder that it is in; null: in none. */
export function folderIdOf(items: Items, id: string): string | null {
  return foldersOf(items).find(({ folder }) => folder.items.some((item) => item.id === id))?.folder.id ?? null;
}

/** The links of which a word is in the title or the address, out of their folders. */
export function findLinks(items: Items, text: string): NavLink[] {
  const wanted = text.trim().toLocaleLowerCase();
  const links = (list: Items): NavLink[] => list.flatMap((item) => (item.kind === "link" ? [item] : links(item.items)));
  return links(items).filter(({ title, url }) => `${title} ${url}`.toLocaleLowerCase().includes(wanted));
}

/** Host, and port where it is not the usual one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
