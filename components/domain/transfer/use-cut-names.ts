"use client";

import { useMemo } from "react";
import { fileClipboard } from "./clipboard-store";
import { useStore } from "@/components/ui/use-store";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";

const noNames: ReadonlySet<string> = new Set();

/** How many entries can be pasted, and which of this folder were cut. */
export function useCutNames(path: VirtualPath): { clipboardCount: number; cutNames: ReadonlySet<string> } {
  const clipboard = useStore(fileClipboard);
  return useMemo(
    () => ({
      clipboardCount: clipboard?.files.length ?? 0,
      cutNames:
        clipboard?.mode === "cut"
          ? new Set<string>(clipboard.files.filter((file) => parentOf(file) === path).map(nameOf))
          : noNames,
    }),
    [clipboard, path],
  );
}
