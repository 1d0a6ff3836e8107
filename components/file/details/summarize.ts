import { isFolder } from "@/components/domain/entry/sort-rows";
import type { CameraFacts } from "@/components/domain/picture/camera-facts";
import type { FileEntry } from "@/lib/contracts/file";
import { compareNames } from "@/lib/shared/compare-names";

export type Summary = {
  /** Of the files; what is in folders is not known. */
  sizeBytes: number;
  /** When the first and the last of them were changed; null of none. */
  changed: { fromMs: number; toMs: number } | null;
};

/** What is common to many entries. */
export function summarize(entries: readonly FileEntry[]): Summary {
  let [sizeBytes, fromMs, toMs] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const entry of entries) {
    if (!isFolder(entry)) sizeBytes += entry.size;
    fromMs = Math.min(fromMs, entry.mtime);
    toMs = Math.max(toMs, entry.mtime);
  }
  return { sizeBytes, changed: entries.length === 0 ? null : { fromMs, toMs } };
}

export type Shots = { taken: { fromMs: number; toMs: number } | null; cameras: readonly string[] };

/** When pictures were taken, and by what, each camera once. */
export function summarizeShots(facts: readonly CameraFacts[]): Shots {
  const times = facts.flatMap(({ takenMs }) => (takenMs === null ? [] : [takenMs]));
  return {
    taken: times.length === 0 ? null : { fromMs: Math.min(...times), toMs: Math.max(...times) },
    cameras: [...new Set(facts.flatMap(({ camera }) => (camera === null ? [] : [camera])))].sort(compareNames),
  };
}
