"use client";

import { Button, Checkbox, Radio } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { folderText } from "@/components/file/entry/place-text";
import { useRoots } from "@/components/file/hooks/use-roots";
import type { UploadChoice } from "@/components/file/transfer/conflict-plan";
import type { ConflictQuestion } from "@/components/file/transfer/conflict-store";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./conflict-dialog.module.css";

/** One question per taken name, or one for all of them. */
export default function ConflictDialog({ question }: { question: ConflictQuestion }) {
  const t = useTranslations("file.conflict");
  const texts = useKitTexts();
  const [choices, setChoices] = useState<ReadonlyMap<string, UploadChoice>>(new Map());
  const [choice, setChoice] = useState<UploadChoice>("rename");
  const [isForAll, setForAll] = useState(question.names.length > 1);
  const { data: roots } = useRoots();
  const { options } = question;
  const rest = question.names.slice(choices.size);
  const name = rest[0] ?? "";

  const goOn = () => {
    const answered = new Map(choices);
    for (const one of isForAll ? rest : [name]) answered.set(one, choice);
    if (answered.size === question.names.length) question.answer(answered);
    else setChoices(answered);
  };

  return (
    <DialogCard
      title={t("title", { count: rest.length })}
      onClose={() => question.answer(null)}
      footer={
        <>
          <Button variant="default" onClick={() => question.answer(null)}>
            {texts.cancel}
          </Button>
          <Button data-autofocus color={choice === "replace" ? "red" : "blue"} onClick={goOn}>
            {t("goOn")}
          </Button>
        </>
      }
    >
      <p className={styles["body"]}>
        {t("body", { count: rest.length, name: shownName(name), folder: folderText(question.folder, roots ?? []) })}
      </p>
      <Radio.Group
        value={choice}
        onChange={(value) => setChoice(options.find((option) => option === value) ?? "rename")}
        aria-label={t("choice")}
      >
        {options.map((option) => (
          <Radio
            key={option}
            className={styles["option"]}
            value={option}
            label={t(`${option}.label`)}
            description={t(`${option}.hint`)}
          />
        ))}
      </Radio.Group>
      {rest.length > 1 ? (
        <Checkbox
          className={styles["all"]}
          checked={isForAll}
          onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          label={t("forAll", { count: rest.length - 1 })}
        />
      ) : null}
    </DialogCard>
  );
}
