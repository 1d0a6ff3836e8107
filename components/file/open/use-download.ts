"use client";

import { downloadEntries } from "@/components/file/verbs/download-entries";
import { useWords } from "@/components/file/words";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";

/** Hands the opened file to the browser's downloads. */
export function useDownload(path: VirtualPath): () => void {
  const words = useWords();
  return () => {
    const folder = parentOf(path);
    if (folder === null) return;
    void downloadEntries({ folder, names: [nameOf(path)], isWholeFolder: false }, words); // shows its own failures
  };
}
