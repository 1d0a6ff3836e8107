"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Section } from "@/components/layout/section";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { newPassword } from "@/lib/contracts/own-password";
import styles from "./account.module.css";

const initial = { current: "", next: "", repeat: "" };

export function PasswordSection() {
  const t = useTranslations("account.password");
  const tUi = useTranslations("ui");
  const tSetup = useTranslations("auth.setup");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const change = useMutation({
    mutationFn: ({ current, next }: typeof initial) => api.user.changePassword({ current, next }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      setFields(initial);
      setChecked(false);
      showToast({ kind: "success", message: t("changed") });
      return queryClient.invalidateQueries({ queryKey: ["user", "sessions"] });
    },
  });

  const orEmpty = (text: string, problem: string | null) => (text === "" ? tUi("cannotBeEmpty") : problem);
  const problems = {
    current: orEmpty(fields.current, null),
    next: orEmpty(fields.next, newPassword.safeParse(fields.next).success ? null : tSetup("tooShort")),
    repeat: orEmpty(fields.repeat, fields.repeat === fields.next ? null : tSetup("mismatch")),
  };
  const field = (name: keyof typeof initial) => ({
    value: fields[name],
    error: isChecked ? problems[name] : null,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((now) => ({ ...now, [name]: value })),
  });

  return (
    <Section title={t("title")} hint={t("hint")}>
      <div className={styles["narrow"]}>
        <Form
          label={t("title")}
          onSubmit={() => {
            setChecked(true);
            if (Object.values(problems).every((problem) => problem === null)) change.mutate(fields);
          }}
        >
          {change.error === null ? null : <Banner kind="error">{errorText(change.error)}</Banner>}
          <PasswordField label={t("current")} autoComplete="current-password" {...field("current")} />
          <PasswordField
            label={t("next")}
            description={isChecked && problems.next !== null ? null : tSetup("tooShort")}
            autoComplete="new-password"
            {...field("next")}
          />
          <PasswordField label={tSetup("repeat")} autoComplete="new-password" {...field("repeat")} />
          <div>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t("change")}
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  );
}
