"use client";

import { kindOf } from "@/components/domain/entry/kinds";
import { nameOfEntry, type Neighbours } from "@/components/domain/entry/neighbours";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { FileEntry } from "@/lib/contracts/file";
import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";

const maxBytes = 16 * 1024 * 1024;

/** Loads the pictures before and after this one, so that the next key press shows them at once. */
export function NeighbourImages({ folder, neighbours }: { folder: VirtualPath; neighbours: Neighbours }) {
  return (
    <div hidden>
      <Preloaded folder={folder} entry={neighbours.next} />
      <Preloaded folder={folder} entry={neighbours.previous} />
    </div>
  );
}

function Preloaded({ folder, entry }: { folder: VirtualPath; entry: FileEntry | null }) {
  const isWanted = entry !== null && kindOf(entry) === "image" && entry.size <= maxBytes;
  const name = isWanted ? nameOfEntry(entry) : null;
  const { url } = useInlineUrl(name === null ? null : joinVirtualPath(folder, name), entry?.mtime ?? 0);
  return url === undefined ? null : <img src={url} alt="" />;
}
