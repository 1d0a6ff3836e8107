"use client";

import { downloadEntries } from "@/components/file/verbs/download-entries";
import { useWords } from "@/components/file/words";
import type { VirtualPath } from "@/lib/shared/paths";

/** Hands the opened file to the browser's downloads. */
export function useDownload(path: VirtualPath): () => void {
  const words = useWords();
  return () => void downloadEntries({ files: [path] }, words); // shows its own failures
}
