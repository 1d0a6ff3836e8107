"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { folderText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { answersFor, optionsFor, type ClashChoice } from "@/components/domain/transfer/conflict-plan";
import type { ConflictQuestion } from "@/components/domain/transfer/conflict-store";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import { ClashCard } from "@/components/domain/transfer/clash-card";

/** One question per taken name, or one for all of them. */
export default function ConflictDialog({ question, onClose }: { question: ConflictQuestion; onClose: () => void }) {
  const t = useTranslations("file.conflict");
  const texts = useKitTexts();
  const { clashes, folder } = question;
  const [choices, setChoices] = useState<ReadonlyMap<string, ClashChoice>>(new Map());
  const [asked, setAsked] = useState(0);
  const [isForAll, setForAll] = useState(clashes.length > 1);
  const { data: roots } = useRoots();
  const rest = clashes.slice(asked);
  const [clash] = rest;
  if (clash === undefined) return null;
  const meant = isForAll ? rest : [clash];

  const goOn = (choice: ClashChoice) => {
    const answered = new Map([...choices, ...answersFor(choice, meant)]);
    if (meant.length === rest.length) question.answer(answered);
    else {
      setChoices(answered);
      setAsked(asked + 1);
    }
  };

  return (
    <ClashCard
      title={t("title", { count: rest.length })}
      text={t("body", { count: rest.length, name: shownName(clash.name), folder: folderText(folder, roots ?? []) })}
      clash={clash}
      options={optionsFor(question.options, meant)}
      forAll={
        rest.length > 1
          ? { label: t("forAll", { count: rest.length - 1 }), isChecked: isForAll, onChange: setForAll }
          : null
      }
      other={
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      }
      onAnswer={goOn}
      onClose={onClose}
    />
  );
}
