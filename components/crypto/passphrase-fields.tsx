"use client";

import { Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PasswordField } from "@/components/ui/password-field";

type Value = { passphrase: string; isKept: boolean };
type Props = {
  value: Value;
  onChange: (change: Partial<Value>) => void;
  label: string;
  hint?: string;
  problem: string | null;
  autoComplete: "new-password" | "off";
  /** Between the two, once there is one. */
  children?: ReactNode;
};

/** A key's passphrase, and whether the server keeps it. */
export function PassphraseFields({ value, onChange, label, hint, problem, autoComplete, children }: Props) {
  const t = useTranslations("crypto");
  return (
    <>
      <PasswordField
        label={label}
        description={hint}
        value={value.passphrase}
        error={problem}
        autoComplete={autoComplete}
        onChange={({ currentTarget }) => onChange({ passphrase: currentTarget.value })}
      />
      {value.passphrase === "" ? null : (
        <>
          {children}
          <Switch
            label={t("keep")}
            description={t("keepHint")}
            checked={value.isKept}
            onChange={({ currentTarget }) => onChange({ isKept: currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
