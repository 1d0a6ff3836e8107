"use client";

import { useEffect, useMemo } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { loadPictureFacts, pictureFacts } from "@/components/domain/picture/picture-facts";
import { pictureKey } from "@/components/domain/picture/picture-key";
import { useStore } from "@/components/ui/use-store";
import type { FileEntry } from "@/lib/contracts/file";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

/** What is known of the pictures of a folder; what is not yet is asked for meanwhile. */
export function usePictureFacts(folder: VirtualPath, rows: readonly FileEntry[]) {
  const wanted = useMemo(
    () =>
      rows
        .filter((entry) => kindOf(entry) === "image")
        .map((entry) => ({
          key: pictureKey(folder, entry),
          path: joinVirtualPath(folder, entry.name as EntryName), // a listed entry has a valid name
        })),
    [folder, rows],
  );
  useEffect(() => loadPictureFacts(wanted), [wanted]);
  return useStore(pictureFacts);
}
