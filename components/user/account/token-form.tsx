"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCan } from "@/components/layout/use-can";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { PermissionPicker } from "@/components/user/grants/permission-picker";
import { api } from "@/lib/client/call";
import type { Permission } from "@/lib/shared/permissions";
import { tokensKey } from "./tokens-key";
import styles from "./account.module.css";

const dayMs = 86_400_000;
const lifetimesDays = [7, 30, 90, 365];
const initial = { name: "", auth_list: [] as Permission[], days: "90", password: "" };

type Props = { onCreated: (secret: string) => void; onCancel: () => void };

export function TokenForm({ onCreated, onCancel }: Props) {
  const t = useTranslations("account.tokens");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const can = useCan();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof initial>) => setFields((current) => ({ ...current, ...change }));
  const create = useMutation({
    mutationFn: ({ name, auth_list, days, password }: typeof initial) =>
      api.user.createToken({
        name,
        auth_list,
        password,
        expires_at: days === "" ? null : Date.now() + Number(days) * dayMs,
      }),
    meta: { errorOwner: "form" },
    onSuccess: ({ token }) => {
      onCreated(token);
      return queryClient.invalidateQueries({ queryKey: tokensKey });
    },
  });
  const isEmpty = {
    name: fields.name.trim() === "",
    list: fields.auth_list.length === 0,
    password: fields.password === "",
  };
  const problemOf = (isWrong: boolean) => (isChecked && isWrong ? tUi("cannotBeEmpty") : null);

  return (
    <Form
      label={t("create")}
      onSubmit={() => {
        setChecked(true);
        if (!isEmpty.name && !isEmpty.list && !isEmpty.password) create.mutate(fields);
      }}
    >
      <TextInput
        label={t("name")}
        placeholder={t("nameHint")}
        value={fields.name}
        maxLength={64}
        error={problemOf(isEmpty.name)}
        data-autofocus
        onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t("expiry")}
        value={fields.days}
        data={[
          ...lifetimesDays.map((days) => ({ value: String(days), label: t("expiries.days", { days }) })),
          { value: "", label: t("expiries.never") },
        ]}
        onChange={({ currentTarget }) => patch({ days: currentTarget.value })}
      />
      <div>
        <div className={styles["label"]}>{t("permissions")}</div>
        {isChecked && isEmpty.list ? (
          <p className={styles["problem"]} role="alert">
            {t("noPermissions")}
          </p>
        ) : null}
        <div className={styles["permissions"]}>
          <PermissionPicker
            value={fields.auth_list}
            onChange={(auth_list) => patch({ auth_list })}
            isHeld={can}
            hideUnheld
          />
        </div>
      </div>
      <PasswordField
        label={t("passwordAgain")}
        value={fields.password}
        autoComplete="current-password"
        error={problemOf(isEmpty.password)}
        onChange={({ currentTarget }) => patch({ password: currentTarget.value })}
      />
      {create.error === null ? null : <Banner kind="error">{errorText(create.error)}</Banner>}
      <FormButtons>
        <Button variant="default" onClick={onCancel}>
          {tUi("cancel")}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t("create")}
        </Button>
      </FormButtons>
    </Form>
  );
}
