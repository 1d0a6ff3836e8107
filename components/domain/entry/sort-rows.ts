import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import { sortOrders } from "@/lib/shared/sort-orders";
import type { NameCompare } from "./natural-compare";

/** The orders of the specification, and names backwards for the column header. */
export type SortOrder = (typeof sortOrders)[number] | "name_z_a";
export const allSortOrders: readonly SortOrder[] = [...sortOrders.slice(0, 2), "name_z_a", ...sortOrders.slice(2)];

/** Whether the entry behaves as a folder: it is one or a link that leads to one. */
export function isFolder(entry: Pick<FileEntry, "kind" | "link">): boolean {
  return entry.kind === "folder" || entry.link?.leadsTo === "folder";
}

function isHidden(entry: FileEntry): boolean {
  return entry.name.startsWith(".");
}

type Compare = (a: FileEntry, b: FileEntry) => number;

function comparatorFor(order: Exclude<SortOrder, "">, byName: NameCompare): Compare {
  const orders: Record<Exclude<SortOrder, "">, Compare> = {
    name: (a, b) => byName(a.name, b.name),
    name_z_a: (a, b) => byName(b.name, a.name),
    time_minx_max: (a, b) => a.mtime - b.mtime || byName(a.name, b.name),
    time_max_min: (a, b) => b.mtime - a.mtime || byName(a.name, b.name),
    size_min_max: (a, b) => a.size - b.size || byName(a.name, b.name),
    size_max_min: (a, b) => b.size - a.size || byName(a.name, b.name),
  };
  return orders[order];
}

/** Folders first, each part in the order asked for; "" keeps the order of the server. */
export function sortRows(listing: FolderListing, order: SortOrder, byName: NameCompare): readonly FileEntry[] {
  if (order === "") return [...listing.folders, ...listing.files];
  const compare = comparatorFor(order, byName);
  // A folder's size says nothing, so sizes order folders by name.
  const compareFolders = order.startsWith("size") ? comparatorFor("name", byName) : compare;
  return [...listing.folders.toSorted(compareFolders), ...listing.files.toSorted(compare)];
}

/** The rows that a filter text and the hidden switch leave; the same array when they leave all. */
export function filterRows(
  rows: readonly FileEntry[],
  { text, showHidden }: { text: string; showHidden: boolean },
): readonly FileEntry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && (showHidden || !rows.some(isHidden))) return rows;
  return rows.filter((entry) => {
    if (!showHidden && isHidden(entry)) return false;
    if (words.length === 0) return true;
    const name = entry.name.toLocaleLowerCase();
    return words.every((word) => name.includes(word));
  });
}

type Column = "name" | "size" | "mtime";

const clickOrders: Record<Column, readonly [first: SortOrder, second: SortOrder]> = {
  name: ["name", "name_z_a"],
  size: ["size_max_min", "size_min_max"],
  mtime: ["time_max_min", "time_minx_max"],
};

/** What a click on a column's header asks for, given the order now. */
export function orderAfterClick(column: Column, now: SortOrder): SortOrder {
  const [first, second] = clickOrders[column];
  return now === first ? second : first;
}

type SortedColumn = { column: Column; direction: "ascending" | "descending" };
const sortedColumns: Record<SortOrder, SortedColumn | null> = {
  "": null,
  name: { column: "name", direction: "ascending" },
  name_z_a: { column: "name", direction: "descending" },
  time_minx_max: { column: "mtime", direction: "ascending" },
  time_max_min: { column: "mtime", direction: "descending" },
  size_min_max: { column: "size", direction: "ascending" },
  size_max_min: { column: "size", direction: "descending" },
};

/** The column that an order sorts by and its direction, for the header's arrow and aria-sort. */
export function sortedColumn(order: SortOrder): SortedColumn | null {
  return sortedColumns[order];
}
