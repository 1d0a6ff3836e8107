"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { EditorSession } from "@/components/domain/edit/use-editor-session";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { TextFile } from "@/lib/contracts/text-file";
import { sceneOf } from "./drawing-document";

type Props = { name: string; theirs: TextFile; isReadOnly: boolean; session: EditorSession };

/** The file is not the one that was opened: which of the two versions stays. Nothing happens before a choice. */
export function DrawingConflict({ name, theirs, isReadOnly, session }: Props) {
  const t = useTranslations("drawing");
  const tEditor = useTranslations("editor");
  const tUi = useTranslations("ui");
  const isDamaged = sceneOf(theirs.context) === null;
  return (
    <DialogCard
      title={tEditor("conflictTitle", { name })}
      size={520}
      onClose={session.dismiss}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={session.dismiss}>
            {tUi("cancel")}
          </Button>
          <Button variant="default" disabled={isDamaged} onClick={() => session.load(theirs)}>
            {tEditor("takeTheirs")}
          </Button>
          {isReadOnly ? null : <Button onClick={() => void session.saveOver(theirs)}>{tEditor("keepMine")}</Button>}
        </>
      }
    >
      <p>{t("conflictText")}</p>
      {isDamaged ? <p>{t("theirsDamaged")}</p> : null}
    </DialogCard>
  );
}
