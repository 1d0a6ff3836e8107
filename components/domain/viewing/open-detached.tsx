"use client";

import { useMemo } from "react";
import { EntrySourceContext, type EntrySource } from "@/components/domain/entry/entry-source";
import { neighboursOf } from "@/components/domain/entry/neighbours";
import type { FileEntry } from "@/lib/contracts/file";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { DetachedText } from "./detached-text";
import { ViewEntry } from "./view-entry";

/** For the viewers the entries lie in a folder of this name. */
const folder = "archive" as VirtualPath;

type Row = FileEntry & { number: number | null };
type Props = {
  rows: readonly Row[];
  number: number;
  urlOf: (row: Row, inline: boolean) => string | null;
  onOpen: (number: number | null) => void;
  onClose: () => void;
};

/** An entry of an archive, or another file without a path of its own, in the viewer of its type. */
export default function OpenDetached({ rows, number, urlOf, onOpen, onClose }: Props) {
  const entry = rows.find((row) => row.number === number);
  const byPath = useMemo(
    () => new Map(rows.flatMap((row) => (isEntryName(row.name) ? [[joinVirtualPath(folder, row.name), row]] : []))),
    [rows],
  );
  const addressOf = (path: VirtualPath, inline: boolean) => {
    const row = byPath.get(path);
    return row === undefined ? null : urlOf(row, inline);
  };
  const source: EntrySource = {
    inlineUrl: (path) => addressOf(path, true) ?? "",
    thumbnailUrl: () => null,
    downloadUrl: (path) => addressOf(path, false),
  };
  if (entry === undefined) return null;
  const name = isEntryName(entry.name) ? entry.name : null;
  const url = urlOf(entry, false);
  const text = <DetachedText entry={entry} url={url} onClose={onClose} />;
  if (name === null) return text;
  return (
    <EntrySourceContext value={source}>
      <ViewEntry
        given={["url"]}
        renderFallback={() => text}
        folder={folder}
        path={joinVirtualPath(folder, name)}
        entry={entry}
        isGone={false}
        neighbours={neighboursOf(rows, entry.name)}
        onClose={onClose}
        onNavigate={(next) => onOpen(rows.find((row) => row.name === next)?.number ?? null)}
      />
    </EntrySourceContext>
  );
}
