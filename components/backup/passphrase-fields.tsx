"use client";

import { Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { PasswordField } from "@/components/ui/password-field";
import { minPassphraseLength } from "@/lib/shared/backups";
import type { DraftProps } from "./backup-draft";
import styles from "./backup.module.css";

export function PassphraseFields({ value, onChange }: DraftProps) {
  const t = useTranslations("backup.setting");
  const length = value.passphrase?.length ?? 0;
  const hint = t("passphraseHint", { count: minPassphraseLength });
  return (
    <>
      <Switch
        label={t("sealed")}
        description={t("sealedHint")}
        checked={value.is_encrypted}
        onChange={({ currentTarget }) => onChange({ is_encrypted: currentTarget.checked, passphrase: null })}
      />
      {value.is_encrypted ? (
        <PasswordField
          label={t("passphrase")}
          description={value.has_passphrase ? t("passphraseKept") : hint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          className={styles["passphrase"] ?? ""}
          autoComplete="new-password"
          error={length > 0 && length < minPassphraseLength ? hint : null}
          value={value.passphrase ?? ""}
          onChange={({ currentTarget }) =>
            onChange({ passphrase: currentTarget.value === "" ? null : currentTarget.value })
          }
        />
      ) : (
        <Banner kind="warning">{t("open")}</Banner>
      )}
    </>
  );
}
