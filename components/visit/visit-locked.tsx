"use client";

import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { useUnlock } from "./use-visit";
import styles from "./visit.module.css";

export function VisitLocked({ link }: { link: string }) {
  const t = useTranslations("visit");
  const tUi = useTranslations("ui");
  const tShare = useTranslations("share");
  const errorText = useErrorText();
  const unlock = useUnlock(link);
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  return (
    <div className={styles["card"]}>
      <span className={styles["lock"]} aria-hidden>
        <IconLock size={24} />
      </span>
      <h1 className={styles["title"]}>{t("lockedTitle")}</h1>
      <p className={styles["dim"]}>{t("lockedHint")}</p>
      <Form
        onSubmit={() => {
          setChecked(true);
          if (password !== "") unlock.mutate(password);
        }}
      >
        {unlock.error === null ? null : <Banner kind="error">{errorText(unlock.error)}</Banner>}
        <PasswordField
          label={tShare("field.password")}
          value={password}
          autoComplete="current-password"
          maxLength={256}
          error={isChecked && password === "" ? tUi("cannotBeEmpty") : null}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={unlock.isPending} fullWidth>
          {t("unlock")}
        </Button>
      </Form>
    </div>
  );
}
