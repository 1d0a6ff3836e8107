"use client";

import { downloadEntries, startDownload } from "@/components/domain/verbs/download-entries";
import { useWords } from "@/components/domain/entry/words";
import type { VirtualPath } from "@/lib/shared/paths";
import { useEntrySource } from "@/components/domain/entry/entry-source";

/** Hands the opened file to the browser's downloads; undefined where nothing may be taken along. */
export function useDownload(path: VirtualPath): (() => void) | undefined {
  const words = useWords();
  const source = useEntrySource();
  if (source !== null) {
    const url = source.downloadUrl(path);
    return url === null ? undefined : () => startDownload(url);
  }
  return () => void downloadEntries({ files: [path] }, words); // shows its own failures
}
