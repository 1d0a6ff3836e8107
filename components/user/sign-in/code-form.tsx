"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Form } from "@/components/ui/form";
import { CodeField } from "@/components/user/factor/code-field";

type Props = { isRecovery: boolean; isBusy: boolean; isBlocked: boolean; onCode: (code: string) => void };

/** Six digits of the app are sent as soon as they are there, a recovery code by the button. */
export function CodeForm({ isRecovery, isBusy, isBlocked, onCode }: Props) {
  const t = useTranslations("auth.second");
  const tUi = useTranslations("ui");
  const [code, setCode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const change = (typed: string) => {
    setCode(typed);
    setChecked(false);
    if (!isRecovery && /^\d{6}$/.test(typed.replace(/\s/g, ""))) onCode(typed);
  };
  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setChecked(true);
        if (code.trim() !== "") onCode(code);
      }}
    >
      <CodeField
        label={isRecovery ? t("recoveryCode") : t("code")}
        description={isRecovery ? t("recoveryHint") : t("codeHint")}
        value={code}
        error={isChecked && code.trim() === "" ? tUi("cannotBeEmpty") : null}
        isRecovery={isRecovery}
        hasFocus
        onChange={change}
      />
      <Button type="submit" fullWidth size="md" loading={isBusy} disabled={isBlocked}>
        {t("finish")}
      </Button>
    </Form>
  );
}
