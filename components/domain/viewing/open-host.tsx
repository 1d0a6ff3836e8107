"use client";

import { IconFileOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo, useState, type ComponentType } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { openEntry, type OpenAs, type OpenView } from "@/components/domain/entry/open-rule";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { EmptyState } from "@/components/ui/state/empty-state";
import type { FileEntry } from "@/lib/contracts/file";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { neighboursOf } from "@/components/domain/entry/neighbours";
import { Overlay } from "./overlay";
import { ViewerBar } from "./viewer-bar";
import type { ViewerProps } from "./viewer-props";
import { useDownload } from "./use-download";
import overlay from "./overlay.module.css";

const ImageViewer = lazyScreen(() => import("@/components/viewer/image/image-viewer"));
const MediaViewer = lazyScreen(() => import("@/components/viewer/media/media-viewer"));
const PdfViewer = lazyScreen(() => import("@/components/viewer/pdf/pdf-viewer"));
const MarkdownViewer = lazyScreen(() => import("@/components/viewer/markdown/markdown-viewer"));
const ArchiveViewer = lazyScreen(() => import("@/components/archive/browse/archive-viewer"));
const EditorScreen = lazyScreen(async () => (await import("@/components/editor/load-editor")).loadEditor());
const DrawingScreen = lazyScreen(async () => (await import("@/components/drawing/load-drawing")).loadDrawing());

export type OpenHostProps = {
  folder: VirtualPath;
  name: EntryName;
  as: OpenAs;
  /** The rows of the list in their order, for previous and next. */
  entries: readonly FileEntry[];
  onClose: () => void;
  onNavigate: (name: EntryName) => void;
};

const viewers: Record<OpenView, ComponentType<ViewerProps>> = {
  archive: ArchiveViewer,
  markdown: MarkdownViewer,
  preview: PreviewViewer,
  text: EditorScreen,
  drawing: DrawingScreen,
};

function PreviewViewer(props: ViewerProps) {
  const kind = kindOf(props.entry);
  if (kind === "pdf") return <PdfViewer {...props} />;
  return kind === "image" ? <ImageViewer {...props} /> : <MediaViewer {...props} />;
}

/** Shows an entry in the viewer of its type (spec §4). What had to be asked before has been asked. */
export default function OpenHost({ folder, name, as, entries, onClose, onNavigate }: OpenHostProps) {
  const listed = entries.find((entry) => entry.name === name);
  // A file may go, or be filtered away, while its unsaved text is on the screen.
  const [known, setKnown] = useState(listed);
  if (listed !== undefined && listed !== known) setKnown(listed);
  const entry = listed ?? (known?.name === name ? known : undefined);
  const neighbours = useMemo(() => neighboursOf(entries, name), [entries, name]);
  const path = joinVirtualPath(folder, name);
  const decision = entry === undefined ? null : openEntry(entry, { ignoreSize: true, as });
  if (decision?.act !== "view" || entry === undefined)
    return <NothingToShow path={path} name={name} onClose={onClose} />;
  const Viewer = viewers[decision.view];
  return (
    <Viewer
      key={`${decision.view}:${name}`}
      folder={folder}
      path={path}
      entry={entry}
      isGone={listed === undefined}
      neighbours={neighbours}
      onClose={onClose}
      onNavigate={onNavigate}
    />
  );
}

function NothingToShow({ path, name, onClose }: { path: VirtualPath; name: string; onClose: () => void }) {
  const t = useTranslations("file");
  const download = useDownload(path);
  return (
    <Overlay label={name} onClose={onClose}>
      <ViewerBar title={name} onDownload={download} onClose={onClose} />
      <div className={overlay["center"]}>
        <EmptyState icon={<IconFileOff size={22} />} title={t("opened.gone")} />
      </div>
    </Overlay>
  );
}
