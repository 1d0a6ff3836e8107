import type { FileEntry } from "@/lib/contracts/file";
import type { Entry } from "@/lib/server/storage/storage";

/** A storage entry in the API's words. */
export function toFileEntry({ name, kind, sizeBytes, mtimeMs, mode, link }: Entry): FileEntry {
  return { name, kind, size: sizeBytes, mtime: Math.round(mtimeMs), mode, ...(link ? { link } : {}) };
}
