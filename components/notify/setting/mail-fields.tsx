"use client";

import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PasswordField } from "@/components/ui/password-field";
import type { MailInput } from "@/lib/contracts/notify-mail";
import styles from "@/components/notify/notify.module.css";

export type MailDraft = MailInput & { has_password: boolean };

const usualPorts = { tls: 465, starttls: 587, none: 25 } as const;
const securities = ["starttls", "tls", "none"] as const;

type Props = { value: MailDraft; savedHost: string; onChange: (change: Partial<MailDraft>) => void };

export function MailFields({ value, savedHost, onChange }: Props) {
  const t = useTranslations("notify.mailServer");
  const text = (field: "host" | "username" | "from") => ({
    label: t(field),
    value: value[field],
    dir: "ltr" as const,
    spellCheck: false,
    autoComplete: "off",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [field]: currentTarget.value }),
  });
  const isKept = value.has_password && value.host === savedHost;
  return (
    <div className={styles["fields"]}>
      <TextInput {...text("host")} placeholder="mail.example.com" />
      <NativeSelect
        label={t("security")}
        value={value.security}
        data={securities.map((one) => ({ value: one, label: t(`securities.${one}`) }))}
        description={value.security === "none" ? t("noneHint") : undefined}
        inputWrapperOrder={["label", "input", "description"]}
        onChange={({ currentTarget }) => {
          const security = securities.find((one) => one === currentTarget.value) ?? "starttls";
          const isUsual = Object.values(usualPorts).some((port) => port === value.port);
          onChange({ security, ...(isUsual ? { port: usualPorts[security] } : {}) });
        }}
      />
      <NumberInput
        label={t("port")}
        value={value.port}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        onChange={(port) => onChange({ port: Number(port) })}
      />
      <TextInput {...text("from")} placeholder="Filedeck <filedeck@example.com>" />
      <TextInput
        {...text("username")}
        description={t("usernameHint")}
        inputWrapperOrder={["label", "input", "description"]}
      />
      <PasswordField
        label={t("password")}
        description={isKept ? t("passwordKept") : undefined}
        inputWrapperOrder={["label", "input", "description"]}
        autoComplete="off"
        value={value.password ?? ""}
        onChange={({ currentTarget }) =>
          onChange({ password: currentTarget.value === "" ? null : currentTarget.value })
        }
      />
    </div>
  );
}
