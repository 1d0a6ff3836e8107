"use client";

import { Button, Checkbox, Radio } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { formatFullDate } from "@/components/domain/entry/entry-text";
import { areFolders, type Clash, type ClashChoice } from "./conflict-plan";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { Met } from "@/lib/contracts/task";
import styles from "./clash-card.module.css";

type Props<T extends ClashChoice> = {
  title: string;
  /** Which name is taken, and where. */
  text: string;
  clash: Pick<Clash, "arriving" | "standing">;
  /** The first is chosen already. */
  options: readonly T[];
  /** Of the check box; null where nothing follows. */
  forAll: { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void } | null;
  /** Beside the button that answers. */
  other?: ReactNode;
  isBusy?: boolean;
  onAnswer: (choice: T) => void;
  onClose: () => void;
};

/** The one question about a taken name, whether an upload, a copy, a move or a restore came upon it. */
export function ClashCard<T extends ClashChoice>(props: Props<T>) {
  const { title, text, clash, options, forAll, other, isBusy = false, onAnswer, onClose } = props;
  const t = useTranslations("file.conflict");
  const [wanted, setWanted] = useState<T | null>(null);
  const choice = options.find((option) => option === wanted) ?? options[0];
  if (choice === undefined) return null;
  // For the words: what the caller may get is T.
  const shown: readonly ClashChoice[] = options;
  const areBothFolders = areFolders(clash);
  return (
    <DialogCard
      title={title}
      onClose={onClose}
      footer={
        <>
          {other}
          <Button
            data-autofocus
            disabled={isBusy}
            color={choice === "replace" ? "red" : "blue"}
            onClick={() => onAnswer(choice)}
          >
            {t("goOn")}
          </Button>
        </>
      }
    >
      <p className={styles["body"]}>{text}</p>
      <dl className={styles["facts"]}>
        {clash.arriving === null ? null : <Facts label={t("arriving")} met={clash.arriving} />}
        <Facts label={t("standing")} met={clash.standing} />
      </dl>
      <Radio.Group
        value={choice}
        onChange={(value) => setWanted(options.find((option) => option === value) ?? null)}
        aria-label={t("choice")}
      >
        {shown.map((option) => (
          <Radio
            key={option}
            className={styles["option"]}
            value={option}
            label={t(`${option}.label`)}
            description={option === "skip" && areBothFolders ? t("skip.folderHint") : t(`${option}.hint`)}
          />
        ))}
      </Radio.Group>
      {forAll === null ? null : (
        <Checkbox
          className={styles["all"]}
          checked={forAll.isChecked}
          onChange={({ currentTarget }) => forAll.onChange(currentTarget.checked)}
          label={forAll.label}
        />
      )}
    </DialogCard>
  );
}

/** A folder's own size says nothing. */
function Facts({ label, met }: { label: string; met: Met }) {
  const locale = useLocale();
  const formatSize = useFormatSize();
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {met.kind === "folder" ? null : (
          <>
            <bdi>{formatSize(met.size)}</bdi> ·{" "}
          </>
        )}
        <bdi>{formatFullDate(met.mtime, locale)}</bdi>
      </dd>
    </>
  );
}
