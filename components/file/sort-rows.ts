import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import { sortOrders } from "@/lib/contracts/file";
import type { NameCompare } from "./natural-compare";

/** The orders of the specification, and names backwards for the column header. */
export type SortOrder = (typeof sortOrders)[number] | "name_z_a";
export const allSortOrders: readonly SortOrder[] = [...sortOrders.slice(0, 2), "name_z_a", ...sortOrders.slice(2)];

/** Whether the entry behaves as a folder: it is one or a link that leads to one. */
export function isFolder(entry: FileEntry): boolean {
  return entry.kind === "folder" || entry.link?.leadsTo === "folder";
}

export function isHidden(entry: FileEntry): boolean {
  return entry.name.startsWith(".");
}

function comparatorFor(order: Exclude<SortOrder, "">, byName: NameCompare): (a: FileEntry, b: FileEntry) => number {
  switch (order) {
    case "name":
      return (a, b) => byName(a.name, b.name);
    case "name_z_a":
      return (a, b) => byName(b.name, a.name);
    case "time_minx_max":
      return (a, b) => a.mtime - b.mtime || byName(a.name, b.name);
    case "time_max_min":
      return (a, b) => b.mtime - a.mtime || byName(a.name, b.name);
    case "size_min_max":
      return (a, b) => a.size - b.size || byName(a.name, b.name);
    case "size_max_min":
      return (a, b) => b.size - a.size || byName(a.name, b.name);
  }
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

/** What a click on a column's header asks for, given the order now. */
export function orderAfterClick(column: Column, now: SortOrder): SortOrder {
  switch (column) {
    case "name":
      return now === "name" ? "name_z_a" : "name";
    case "size":
      return now === "size_max_min" ? "size_min_max" : "size_max_min";
    case "mtime":
      return now === "time_max_min" ? "time_minx_max" : "time_max_min";
  }
}

/** The column that an order sorts by and its direction, for the header's arrow and aria-sort. */
export function sortedColumn(order: SortOrder): { column: Column; direction: "ascending" | "descending" } | null {
  switch (order) {
    case "":
      return null;
    case "name":
      return { column: "name", direction: "ascending" };
    case "name_z_a":
      return { column: "name", direction: "descending" };
    case "time_minx_max":
      return { column: "mtime", direction: "ascending" };
    case "time_max_min":
      return { column: "mtime", direction: "descending" };
    case "size_min_max":
      return { column: "size", direction: "ascending" };
    case "size_max_min":
      return { column: "size", direction: "descending" };
  }
}
