import type { SearchFilter } from "@/lib/server/storage/search";
import type { EntryKind } from "@/lib/server/storage/storage";

/** Whether the filter can tell already by name and kind, without a look at the entry, that it is not wanted. */
export function passesByName(filter: SearchFilter, name: string, kind: EntryKind): boolean {
  const { kinds, extensions, minBytes, maxBytes } = filter;
  if (kinds !== undefined && !kinds.includes(kind)) return false;
  if ((minBytes !== undefined || maxBytes !== undefined) && kind !== "file") return false;
  if (extensions === undefined) return true;
  const dot = name.lastIndexOf(".");
  return kind === "file" && dot >= 0 && extensions.includes(name.slice(dot + 1).toLowerCase());
}

export function passesByStat(
  filter: SearchFilter,
  { sizeBytes, mtimeMs }: { sizeBytes: number; mtimeMs: number },
): boolean {
  const { minBytes = 0, maxBytes = Infinity, changedFromMs = -Infinity, changedToMs = Infinity } = filter;
  return sizeBytes >= minBytes && sizeBytes <= maxBytes && mtimeMs >= changedFromMs && mtimeMs <= changedToMs;
}
