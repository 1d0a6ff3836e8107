"use client";

import { useState } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { Overlay } from "@/components/domain/viewing/overlay";
import { useDownload } from "@/components/domain/viewing/use-download";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { ArchiveEncoding } from "@/lib/contracts/archive";
import { isAppError } from "@/lib/shared/errors";
import { ArchiveContent } from "./archive-content";
import { ArchiveLocked } from "./archive-locked";
import { ArchiveTools } from "./archive-tools";
import { parentOf } from "./archive-tree";
import { useArchive } from "./use-archive";
import styles from "./archive.module.css";
import overlay from "@/components/domain/viewing/overlay.module.css";

/** What is in an archive, without unpacking it: folders, files to look at and to take out. */
export default function ArchiveViewer({ path, entry, onClose }: ViewerProps) {
  const errorText = useErrorText();
  const download = useDownload(path);
  const [encoding, setEncoding] = useState<ArchiveEncoding | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const [at, setAt] = useState("");
  const [open, setOpen] = useState<number | null>(null);
  const archive = useArchive(path, entry.mtime, { encoding, password });
  const { data, error } = archive;
  const isLocked = isAppError(error) && ["archive/password", "archive/password-wrong"].includes(error.key);

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Backspace" || at === "" || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    setAt(parentOf(at));
  };
  // Of another encoding the folders have other names.
  const choose = (chosen: ArchiveEncoding) => {
    setEncoding(chosen);
    setAt("");
  };
  const reading = { encoding, password };
  return (
    <Overlay label={entry.name} onClose={onClose} onKey={onKey}>
      <ViewerBar title={entry.name} onDownload={download} onClose={onClose}>
        {data === undefined ? null : (
          <ArchiveTools path={path} encoding={data.head.encoding} reading={reading} onEncoding={choose} />
        )}
      </ViewerBar>
      <div className={data === undefined ? overlay["stage"] : styles["stage"]}>
        {data === undefined ? (
          error === null ? (
            <LoadingState rows={12} />
          ) : isLocked ? (
            <ArchiveLocked
              name={entry.name}
              problem={password === null ? null : errorText(error)}
              onPassword={setPassword}
            />
          ) : (
            <CannotShow title={errorText(error)} onRetry={() => void archive.refetch()} onDownload={download} /> // shown by `error`
          )
        ) : (
          <ArchiveContent
            key={at}
            path={path}
            at={at}
            archive={data}
            reading={reading}
            open={open}
            onGo={setAt}
            onOpen={setOpen}
            onPassword={setPassword}
          />
        )}
      </div>
    </Overlay>
  );
}
