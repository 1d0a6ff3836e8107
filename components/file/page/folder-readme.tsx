"use client";

import { useQuery } from "@tanstack/react-query";
import { readText } from "@/components/domain/edit/read-text";
import { readmeOpen } from "@/components/domain/markdown/readme-open";
import { ReadmePanel } from "@/components/domain/markdown/readme-panel";
import { useStore } from "@/components/ui/use-store";
import type { FileEntry } from "@/lib/contracts/file";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";

/** The README of a folder of the session. */
export default function FolderReadme({ folder, entry }: { folder: VirtualPath; entry: FileEntry }) {
  const path = isEntryName(entry.name) ? joinVirtualPath(folder, entry.name) : folder;
  const text = useQuery({
    // With the time of change: what is on the screen follows the disk.
    queryKey: ["file", "readme", path, entry.mtime],
    queryFn: ({ signal }) => readText(path, { signal }),
    placeholderData: (before) => before,
    enabled: useStore(readmeOpen),
    refetchOnWindowFocus: false,
  });
  return <ReadmePanel entry={entry} folder={folder} text={text} />;
}
