"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { SaidBySystemd } from "@/components/systemd/files/said-by-systemd";
import { UnitTextArea } from "@/components/systemd/files/text-area";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { UnitBegin } from "@/lib/shared/units-of-systemd";
import type { NewUnit } from "./draft";
import styles from "@/components/systemd/systemd.module.css";

type Props = {
  scope: string;
  begin: UnitBegin;
  given: readonly NewUnit[];
  onBack: () => void;
  onCreated: (unit: string) => void;
};

/** The files as they will be written: they can still be changed, and systemd is asked before. */
export function TextStep({ scope, begin, given, onBack, onCreated }: Props) {
  const t = useTranslations("systemd");
  const errorText = useErrorText();
  const [units, setUnits] = useState(given);
  /** What systemd said of which texts. */
  const [checked, setChecked] = useState<{ units: readonly NewUnit[]; messages: readonly string[] } | null>(null);
  const [first] = units;
  const create = useMutation({
    mutationFn: () => api.systemd.createUnits({ scope, units: [...units], begin }),
    meta: { errorOwner: "form" },
    onSuccess: ({ is_done, said }) => {
      const name = first?.unit ?? "";
      if (said !== "") showToast({ kind: "warning", message: t("create.notStarted", { name, text: said }) });
      else if (!is_done) showToast({ kind: "warning", message: t("done.goesOn", { name }) });
      else showToast({ kind: "success", message: t("create.created", { name }) });
      onCreated(name);
    },
  });
  const check = useMutation({
    mutationFn: () => api.systemd.checkUnits({ scope, units: [...units] }),
    meta: { errorOwner: "form" },
    onSuccess: ({ messages }) => {
      setChecked({ units, messages });
      if (messages.length === 0) create.mutate();
    },
  });
  const said = checked?.units === units ? checked.messages : [];
  const isWarned = said.length > 0;
  const failure = create.error ?? check.error;
  return (
    <Form onSubmit={() => (isWarned ? create.mutate() : check.mutate())}>
      <p className={styles["hint"]}>{t("create.textHint")}</p>
      {units.map(({ unit, text }, index) => (
        <UnitTextArea
          key={unit}
          label={unit}
          text={text}
          isFirst={index === 0}
          minRows={6}
          onText={(typed) => setUnits(units.map((one) => (one.unit === unit ? { unit, text: typed } : one)))}
        />
      ))}
      {isWarned ? <SaidBySystemd messages={said} /> : null}
      {failure === null ? null : <Banner kind="error">{errorText(failure)}</Banner>}
      <FormButtons>
        <Button variant="default" onClick={onBack}>
          {t("review.back")}
        </Button>
        <Button
          type="submit"
          color={isWarned ? "red" : "blue"}
          disabled={units.some(({ text }) => text.trim() === "")}
          loading={check.isPending || create.isPending}
        >
          {t(isWarned ? "create.createAnyway" : "create.create")}
        </Button>
      </FormButtons>
    </Form>
  );
}
