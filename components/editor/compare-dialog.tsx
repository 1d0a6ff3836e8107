"use client";

import { Button } from "@mantine/core";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { DiffOfTexts } from "@/components/domain/code/diff-of-texts";
import { toLf } from "@/lib/shared/line-ends";
import type { EditorSession } from "@/components/domain/edit/use-editor-session";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { TextFile } from "@/lib/contracts/text-file";
import styles from "./editor-view.module.css";

type Props = {
  name: string;
  language: string;
  theme: string;
  mine: string;
  theirs: TextFile;
  isReadOnly: boolean;
  session: EditorSession;
};

/** The version on disk beside the own one, which can still be edited here; nothing is saved before a choice. */
export function CompareDialog({ name, language, theme, mine, theirs, isReadOnly, session }: Props) {
  const t = useTranslations("editor");
  const tUi = useTranslations("ui");
  const diff = useRef<editor.IStandaloneDiffEditor | null>(null);
  const isConflict = session.state.etag !== theirs.etag;

  const merged = () => diff.current?.getModifiedEditor().getValue({ preserveBOM: false, lineEnding: "\n" }) ?? mine;
  return (
    <DialogCard
      title={isConflict ? t("conflictTitle", { name }) : t("compareTitle", { name })}
      size="min(1280px, 96vw)"
      onClose={session.dismiss}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={session.dismiss}>
            {isConflict ? tUi("cancel") : tUi("close")}
          </Button>
          <Button variant="default" onClick={() => session.load(theirs)}>
            {t("takeTheirs")}
          </Button>
          {isReadOnly ? null : <Button onClick={() => void session.saveOver(theirs, merged())}>{t("keepMine")}</Button>}
        </>
      }
    >
      {isConflict ? <p>{t("conflictText")}</p> : null}
      <div className={styles["sides"]}>
        <span>{t("onDisk")}</span>
        <span>{t("mine")}</span>
      </div>
      <div className={styles["compare"]} data-ltr>
        <DiffOfTexts
          theirs={toLf(theirs.context)}
          mine={mine}
          language={language}
          theme={theme}
          isReadOnly={isReadOnly}
          diffRef={diff}
        />
      </div>
    </DialogCard>
  );
}
