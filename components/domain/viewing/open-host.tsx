"use client";

import { IconFileOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { OpenAs } from "@/components/domain/entry/open-rule";
import { EmptyState } from "@/components/ui/state/empty-state";
import type { FileEntry } from "@/lib/contracts/file";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { neighboursOf } from "@/components/domain/entry/neighbours";
import { Overlay } from "./overlay";
import { ViewEntry } from "./view-entry";
import { ViewerBar } from "./viewer-bar";
import { useDownload } from "./use-download";
import overlay from "./overlay.module.css";

const given = ["url", "session", "text", "entries"] as const;

export type OpenHostProps = {
  folder: VirtualPath;
  name: EntryName;
  as: OpenAs;
  /** The rows of the list in their order, for previous and next. */
  entries: readonly FileEntry[];
  onClose: () => void;
  onNavigate: (name: EntryName) => void;
};

/** Shows an entry in the viewer of its type (spec §4). What had to be asked before has been asked. */
export default function OpenHost({ folder, name, as, entries, onClose, onNavigate }: OpenHostProps) {
  const listed = entries.find((entry) => entry.name === name);
  // A file may go, or be filtered away, while its unsaved text is on the screen.
  const [known, setKnown] = useState(listed);
  if (listed !== undefined && listed !== known) setKnown(listed);
  const entry = listed ?? (known?.name === name ? known : undefined);
  const neighbours = useMemo(() => neighboursOf(entries, name), [entries, name]);
  const path = joinVirtualPath(folder, name);
  const nothing = <NothingToShow path={path} name={name} onClose={onClose} />;
  if (entry === undefined) return nothing;
  return (
    <ViewEntry
      key={name}
      as={as}
      given={given}
      renderFallback={() => nothing}
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
