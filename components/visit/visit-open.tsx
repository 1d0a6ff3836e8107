"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { neighboursOf } from "@/components/domain/entry/neighbours";
import { Overlay } from "@/components/domain/viewing/overlay";
import { useDownload } from "@/components/domain/viewing/use-download";
import { ViewEntry } from "@/components/domain/viewing/view-entry";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import { lazyScreen } from "@/components/layout/lazy-screen";
import type { FileEntry } from "@/lib/contracts/file";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { forViewer } from "./visit-path";

const VisitText = lazyScreen(() => import("./visit-text"));

type Props = {
  link: string;
  folder: VirtualPath | null;
  name: EntryName;
  entries: readonly FileEntry[];
  onClose: () => void;
  onNavigate: (name: EntryName) => void;
};

/** A file of a share in the viewer of its type; text is read, never edited. */
export default function VisitOpen({ link, folder: folderInShare, name, entries, onClose, onNavigate }: Props) {
  const entry = entries.find((one) => one.name === name);
  const neighbours = useMemo(() => neighboursOf(entries, name), [entries, name]);
  const folder = forViewer(folderInShare);
  const path = joinVirtualPath(folder, name);
  const notShown = <NotShown path={path} name={name} onClose={onClose} />;
  if (entry === undefined) return notShown;
  return (
    <ViewEntry
      given={["url"]}
      renderFallback={(decision) =>
        decision.act !== "view" || decision.view === "archive" ? (
          notShown
        ) : (
          <VisitText link={link} path={path} entry={entry} onClose={onClose} />
        )
      }
      folder={folder}
      path={path}
      entry={entry}
      isGone={false}
      neighbours={neighbours}
      onClose={onClose}
      onNavigate={onNavigate}
    />
  );
}

function NotShown({ path, name, onClose }: { path: VirtualPath; name: string; onClose: () => void }) {
  const t = useTranslations("visit");
  const download = useDownload(path);
  return (
    <Overlay label={name} onClose={onClose}>
      <ViewerBar title={name} onDownload={download} onClose={onClose} />
      <CannotShow title={t("cannotShow")} onDownload={download} />
    </Overlay>
  );
}
