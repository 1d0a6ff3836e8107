"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import type { SignedIn } from "@/lib/contracts/signed-in";
import { newPassword } from "@/lib/contracts/own-password";
import { username as usernameSchema } from "@/lib/contracts/user";
import { useEnter } from "./use-enter";

type Props = {
  label: string;
  /** To begin with; `isFixed`: it is this one. */
  username: string;
  isFixed?: boolean;
  create: (account: { username: string; password: string }) => Promise<SignedIn>;
};

/** Name and password of an account that its owner makes. */
export function NewAccountForm({ label, username, isFixed = false, create }: Props) {
  const t = useTranslations("auth");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const enter = useEnter();
  const [fields, setFields] = useState({ username, password: "", repeat: "" });
  const [isChecked, setChecked] = useState(false);
  const creation = useMutation({
    mutationFn: () => create({ username: fields.username, password: fields.password }),
    meta: { errorOwner: "form" },
    onSuccess: enter,
  });

  const ofUsername = () => (usernameSchema.safeParse(fields.username).success ? null : t("setup.usernameInvalid"));
  const ofPassword = () => (newPassword.safeParse(fields.password).success ? null : t("setup.tooShort"));
  const ofRepeat = () => (fields.repeat === fields.password ? null : t("setup.mismatch"));
  const problems = {
    username: fields.username === "" ? tUi("cannotBeEmpty") : ofUsername(),
    password: fields.password === "" ? tUi("cannotBeEmpty") : ofPassword(),
    repeat: fields.repeat === "" ? tUi("cannotBeEmpty") : ofRepeat(),
  };
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: isChecked ? problems[name] : null,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((current) => ({ ...current, [name]: value })),
  });

  return (
    <Form
      label={label}
      onSubmit={() => {
        setChecked(true);
        if (Object.values(problems).every((problem) => problem === null)) creation.mutate();
      }}
    >
      {creation.error === null ? null : <Banner kind="error">{errorText(creation.error)}</Banner>}
      <TextInput
        label={t("username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isFixed}
        {...field("username")}
      />
      <PasswordField
        label={t("password")}
        description={isChecked && problems.password !== null ? null : t("setup.tooShort")}
        autoComplete="new-password"
        {...field("password")}
      />
      <PasswordField label={t("setup.repeat")} autoComplete="new-password" {...field("repeat")} />
      <Button type="submit" fullWidth size="md" loading={creation.isPending || creation.isSuccess}>
        {t("setup.create")}
      </Button>
    </Form>
  );
}
