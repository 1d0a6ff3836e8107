import type { FileEntry } from "@/lib/contracts/file";
import { isFolder } from "@/components/domain/entry/sort-rows";

export type RowCounts = { folders: number; files: number; sizeBytes: number };

/** Which sentence says it: what there is none of is not counted. */
export function countsKeyOf({ folders, files }: Pick<RowCounts, "folders" | "files">) {
  if (folders === 0) return files === 0 ? "none" : "files";
  return files === 0 ? "folders" : "counts";
}

/** What rows are and how large: a folder's own size says nothing and is not counted. */
export function countRows(rows: readonly FileEntry[]): RowCounts {
  const counts: RowCounts = { folders: 0, files: 0, sizeBytes: 0 };
  for (const row of rows) {
    if (isFolder(row)) counts.folders++;
    else {
      counts.files++;
      counts.sizeBytes += row.size;
    }
  }
  return counts;
}
