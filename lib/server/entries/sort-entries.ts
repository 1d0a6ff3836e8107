import type { sortOrders } from "@/lib/shared/sort-orders";
import type { Entry } from "@/lib/server/storage/storage";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function isFolder(entry: Entry): boolean {
  return entry.kind === "folder" || entry.link?.leadsTo === "folder";
}

/** Folders first, then as asked; equal ones by name. */
export function compareEntries(sort: (typeof sortOrders)[number]): (a: Entry, b: Entry) => number {
  const byName = (a: Entry, b: Entry) => collator.compare(a.name, b.name);
  const orders: Record<(typeof sortOrders)[number], (a: Entry, b: Entry) => number> = {
    "": byName,
    name: byName,
    time_minx_max: (a, b) => a.mtimeMs - b.mtimeMs,
    time_max_min: (a, b) => b.mtimeMs - a.mtimeMs,
    size_min_max: (a, b) => a.sizeBytes - b.sizeBytes,
    size_max_min: (a, b) => b.sizeBytes - a.sizeBytes,
  };
  const order = orders[sort];
  return (a, b) => Number(isFolder(b)) - Number(isFolder(a)) || order(a, b) || byName(a, b);
}
