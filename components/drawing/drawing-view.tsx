"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the reason for read-only is shown on focus, too */

import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EditorBanner } from "@/components/domain/edit/editor-banner";
import type { OpenedFile } from "@/components/domain/edit/file-screen";
import { SaveButton } from "@/components/domain/edit/save-button";
import { useEditing } from "@/components/domain/edit/use-editing";
import { goToFolder } from "@/components/domain/folder/go-to";
import { baseNameLength } from "@/components/domain/entry/kinds";
import { Overlay } from "@/components/domain/viewing/overlay";
import { PathTitle } from "@/components/domain/viewing/path-title";
import { useDownload } from "@/components/domain/viewing/use-download";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { Badge } from "@/components/ui/badge";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { EntryName } from "@/lib/shared/paths";
import { Board } from "./board";
import type { DrawingFile } from "./drawing-file";
import type { Scene } from "./drawing-document";
import { DrawingConflict } from "./drawing-conflict";
import overlay from "@/components/domain/viewing/overlay.module.css";
import styles from "./drawing-view.module.css";

type Props = ViewerProps & OpenedFile & { original: DrawingFile; scene: Scene };

/** A drawing with everything around it: the path, saving, what happened on disk. */
export function DrawingView({ file, drafts, userId, original, scene, ...props }: Props) {
  const { path, folder, entry } = props;
  const t = useTranslations("drawing");
  const tFile = useTranslations("file");
  const tEditor = useTranslations("editor");
  const download = useDownload(path);
  const { session, isReadOnly, readOnlyReason, saving, leave, close, onSave, onSaveUtf8, onKey } = useEditing({
    ...props,
    file,
    drafts,
  });
  const { state, isUnsaved } = session;
  const openAsText = () =>
    leave(() => goToFolder(folder, { open: entry.name as EntryName, as: "text", replace: true })); // a listed name

  return (
    <Overlay label={entry.name} onClose={close} onKey={onKey} closesOnEscape={false}>
      <ViewerBar
        title={<PathTitle folder={folder} name={entry.name} isDirty={isUnsaved} />}
        onDownload={download}
        onClose={close}
        hasEscape={false}
      >
        {saving === null ? (
          <span data-tip={readOnlyReason} tabIndex={0}>
            <Badge>{tEditor("readOnly")}</Badge>
          </span>
        ) : (
          <SaveButton saving={saving} />
        )}
        <ActionMenu
          label={tEditor("more")}
          icon={<IconDots size={18} />}
          items={[{ id: "text", label: tFile("action.openAsText"), onSelect: openAsText }]}
        />
      </ViewerBar>
      <div className={`${overlay["stage"]} ${styles["stage"]}`}>
        <EditorBanner
          state={state}
          session={session}
          isReadOnly={isReadOnly}
          compareLabel={t("choose")}
          onSave={onSave}
          onSaveUtf8={onSaveUtf8}
          onDone={() => undefined}
        />
        <div className={styles["board"]}>
          <Board
            name={entry.name.slice(0, baseNameLength(entry.name, false))}
            original={original}
            scene={scene}
            isReadOnly={isReadOnly}
            userId={userId}
            onReady={session.attach}
          />
        </div>
      </div>
      {state.phase.at === "comparing" ? (
        <DrawingConflict name={entry.name} theirs={state.phase.theirs} isReadOnly={isReadOnly} session={session} />
      ) : null}
    </Overlay>
  );
}
