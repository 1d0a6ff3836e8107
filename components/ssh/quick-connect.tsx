"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState, type SubmitEvent } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { quickConnect } from "./host-verbs";
import styles from "./ssh.module.css";

/** Connects to an address without saving it. */
export function QuickConnect() {
  const t = useTranslations("ssh.quick");
  const errorText = useErrorText();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      setProblem((await quickConnect(text)) ? null : t("problem"));
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <form className={styles["quick"]} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        aria-label={t("label")}
        placeholder={t("placeholder")}
        dir="ltr"
        value={text}
        error={problem}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        {t("connect")}
      </Button>
    </form>
  );
}
