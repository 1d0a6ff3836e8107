"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DiffOfTexts } from "@/components/domain/code/diff-of-texts";
import { useEditorTheme } from "@/components/domain/code/editor-theme";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import styles from "./stack.module.css";

type Props = {
  path: string;
  mine: string;
  theirs: string;
  onTake: () => void;
  onKeep: () => void;
  onClose: () => void;
};

/** What is on disk by now beside what was written here: nothing is lost before a choice. */
export default function ConflictDialog({ path, mine, theirs, onTake, onKeep, onClose }: Props) {
  const t = useTranslations("stack.conflict");
  const tUi = useTranslations("ui");
  const theme = useEditorTheme();
  return (
    <DialogCard
      title={t("title", { name: path.slice(path.lastIndexOf("/") + 1) })}
      size="min(1200px, 96vw)"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {tUi("cancel")}
          </Button>
          <Button variant="default" onClick={onTake}>
            {t("take")}
          </Button>
          <Button onClick={onKeep}>{t("keep")}</Button>
        </>
      }
    >
      <p>{t("text")}</p>
      <div className={styles["compare"]} data-ltr>
        <DiffOfTexts theirs={theirs} mine={mine} language="yaml" theme={theme} isReadOnly />
      </div>
    </DialogCard>
  );
}
