"use client";

import type { ReactNode } from "react";
import { Overlay } from "@/components/domain/viewing/overlay";
import { PathTitle } from "@/components/domain/viewing/path-title";
import { useDownload } from "@/components/domain/viewing/use-download";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import overlay from "@/components/domain/viewing/overlay.module.css";
import { EditorBanner } from "./editor-banner";
import type { useEditing } from "./use-editing";

type Props = Pick<ViewerProps, "path" | "folder" | "entry"> & {
  editing: ReturnType<typeof useEditing>;
  /** Whether Escape closes it; what uses the key itself says no. */
  hasEscape?: boolean;
  tools: ReactNode;
  stageClassName: string | undefined;
  /** For the choice between the own text and the disk's. */
  compareLabel: string;
  /** After an answer to the banner. */
  onDone: () => void;
  /** What stands over all of it. */
  dialog: ReactNode;
  children: ReactNode;
};

/** What is around a file that is edited: the path, its tools, what happened on disk. */
export function EditingOverlay({
  path,
  folder,
  entry,
  editing,
  hasEscape = true,
  tools,
  stageClassName,
  compareLabel,
  onDone,
  dialog,
  children,
}: Props) {
  const download = useDownload(path);
  const { session, isReadOnly, close, onKey, onSave, onSaveUtf8 } = editing;
  return (
    <Overlay label={entry.name} onClose={close} onKey={onKey} closesOnEscape={hasEscape}>
      <ViewerBar
        title={<PathTitle folder={folder} name={entry.name} isDirty={session.isUnsaved} />}
        onDownload={download}
        onClose={close}
        hasEscape={hasEscape}
      >
        {tools}
      </ViewerBar>
      <div className={`${overlay["stage"]} ${stageClassName}`}>
        <EditorBanner
          state={session.state}
          session={session}
          isReadOnly={isReadOnly}
          compareLabel={compareLabel}
          onSave={onSave}
          onSaveUtf8={onSaveUtf8}
          onDone={onDone}
        />
        {children}
      </div>
      {dialog}
    </Overlay>
  );
}
