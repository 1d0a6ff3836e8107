"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the reason for read-only is shown on focus, too */

import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EditingOverlay } from "@/components/domain/edit/editing-overlay";
import type { OpenedFile } from "@/components/domain/edit/file-screen";
import { SaveButton } from "@/components/domain/edit/save-button";
import { useEditing } from "@/components/domain/edit/use-editing";
import { goToFolder } from "@/components/domain/folder/go-to";
import { baseNameLength } from "@/components/domain/entry/kinds";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { Badge } from "@/components/ui/badge";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { EntryName } from "@/lib/shared/paths";
import { Board } from "./board";
import type { DrawingFile } from "./drawing-file";
import type { Scene } from "./drawing-document";
import { DrawingConflict } from "./drawing-conflict";
import styles from "./drawing-view.module.css";

type Props = ViewerProps & OpenedFile & { original: DrawingFile; scene: Scene };

/** A drawing with everything around it: the path, saving, what happened on disk. */
export function DrawingView({ file, drafts, userId, original, scene, ...props }: Props) {
  const { folder, entry } = props;
  const t = useTranslations("drawing");
  const tFile = useTranslations("file");
  const tEditor = useTranslations("editor");
  const editing = useEditing({ ...props, file, drafts });
  const { session, isReadOnly, readOnlyReason, saving, leave } = editing;
  const { phase } = session.state;
  const openAsText = () =>
    leave(() => goToFolder(folder, { open: entry.name as EntryName, as: "text", replace: true })); // a listed name

  return (
    <EditingOverlay
      {...props}
      editing={editing}
      hasEscape={false}
      stageClassName={styles["stage"]}
      compareLabel={t("choose")}
      onDone={() => undefined}
      tools={
        <>
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
        </>
      }
      dialog={
        phase.at === "comparing" ? (
          <DrawingConflict name={entry.name} theirs={phase.theirs} isReadOnly={isReadOnly} session={session} />
        ) : null
      }
    >
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
    </EditingOverlay>
  );
}
