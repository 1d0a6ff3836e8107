"use client";

import { useMemo } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { EntrySourceContext, type EntrySource } from "@/components/domain/entry/entry-source";
import { neighboursOf } from "@/components/domain/entry/neighbours";
import { openEntry } from "@/components/domain/entry/open-rule";
import { lazyScreen } from "@/components/layout/lazy-screen";
import type { FileEntry } from "@/lib/contracts/file";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { ArchiveText } from "./archive-text";

const ImageViewer = lazyScreen(() => import("@/components/viewer/image/image-viewer"));
const MediaViewer = lazyScreen(() => import("@/components/viewer/media/media-viewer"));
const PdfViewer = lazyScreen(() => import("@/components/viewer/pdf/pdf-viewer"));

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
export default function ArchiveOpen({ rows, number, urlOf, onOpen, onClose }: Props) {
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
    downloadUrl: (path) => addressOf(path, false),
  };
  if (entry === undefined) return null;
  const name = isEntryName(entry.name) ? entry.name : null;
  const decision = openEntry(entry, { ignoreSize: true });
  const isPreview = decision.act === "view" && decision.view === "preview" && name !== null;
  const url = urlOf(entry, false);
  if (!isPreview) return <ArchiveText entry={entry} url={url} onClose={onClose} />;
  const neighbours = neighboursOf(rows, entry.name);
  const onNavigate = (next: string) => onOpen(rows.find((row) => row.name === next)?.number ?? null);
  const props = { folder, path: joinVirtualPath(folder, name), entry, isGone: false, neighbours, onClose, onNavigate };
  const kind = kindOf(entry);
  return (
    <EntrySourceContext value={source}>
      {kind === "pdf" ? (
        <PdfViewer {...props} />
      ) : kind === "image" ? (
        <ImageViewer {...props} />
      ) : (
        <MediaViewer {...props} />
      )}
    </EntrySourceContext>
  );
}
