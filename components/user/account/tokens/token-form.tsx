"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCan } from "@/components/layout/use-can";
import { PasswordField } from "@/components/ui/password-field";
import styles from "@/components/user/account/account.module.css";
import { SecretForm } from "@/components/user/account/secrets/secret-form";
import { PermissionPicker } from "@/components/user/grants/permission-picker";
import { tokenPermissions } from "@/lib/contracts/served-permissions";
import { api } from "@/lib/client/call";
import type { Permission } from "@/lib/shared/permissions";
import { tokensKey } from "./tokens-key";

const dayMs = 86_400_000;
const lifetimesDays = [7, 30, 90, 365];
const initial = { auth_list: [] as Permission[], days: "90", password: "" };

type Props = { onCreated: (secret: string) => void; onCancel: () => void };

export function TokenForm({ onCreated, onCancel }: Props) {
  const t = useTranslations("account.tokens");
  const tUi = useTranslations("ui");
  const can = useCan();
  const [fields, setFields] = useState(initial);
  const patch = (change: Partial<typeof initial>) => setFields((current) => ({ ...current, ...change }));
  const { auth_list, days, password } = fields;
  const hasNone = auth_list.length === 0;
  const create = async (name: string) => {
    const expires_at = days === "" ? null : Date.now() + Number(days) * dayMs;
    return (await api.user.createToken({ name, auth_list, password, expires_at })).token;
  };
  return (
    <SecretForm
      words="account.tokens"
      queryKey={tokensKey}
      isComplete={!hasNone && password !== ""}
      create={create}
      onCreated={onCreated}
      onCancel={onCancel}
      renderFields={(isChecked) => (
        <>
          <NativeSelect
            label={t("expiry")}
            value={days}
            data={[
              ...lifetimesDays.map((count) => ({ value: String(count), label: t("expiries.days", { days: count }) })),
              { value: "", label: t("expiries.never") },
            ]}
            onChange={({ currentTarget }) => patch({ days: currentTarget.value })}
          />
          <div>
            <div className={styles["label"]}>{t("permissions")}</div>
            {isChecked && hasNone ? (
              <p className={styles["problem"]} role="alert">
                {t("noPermissions")}
              </p>
            ) : null}
            <div className={styles["permissions"]}>
              <PermissionPicker
                value={auth_list}
                onChange={(chosen) => patch({ auth_list: chosen })}
                isHeld={can}
                offered={tokenPermissions}
                hideUnheld
              />
            </div>
          </div>
          <PasswordField
            label={t("passwordAgain")}
            value={password}
            autoComplete="current-password"
            error={isChecked && password === "" ? tUi("cannotBeEmpty") : null}
            onChange={({ currentTarget }) => patch({ password: currentTarget.value })}
          />
        </>
      )}
    />
  );
}
