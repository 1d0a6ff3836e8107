"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { PasswordField } from "@/components/ui/password-field";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import { sshAuths } from "@/lib/shared/ssh-hosts";
import type { FieldProps } from "./field-props";

/** How to sign in there. */
export function SignInFields(props: FieldProps) {
  const { draft, patch, known } = props;
  const t = useTranslations("ssh.form");
  const isRoot = useCachedMe()?.is_root === true;
  const offered = sshAuths.filter((auth) => auth !== "agent" || isRoot || draft.auth === "agent");
  const hasPassword = known?.has_password === true;
  return (
    <>
      <NativeSelect
        label={t("auth")}
        value={draft.auth}
        data={offered.map((auth) => ({ value: auth, label: t(`auths.${auth}`) }))}
        onChange={({ currentTarget }) => {
          const auth = sshAuths.find((one) => one === currentTarget.value);
          if (auth !== undefined) patch({ auth });
        }}
      />
      {draft.auth === "key" ? <KeyField {...props} /> : null}
      {draft.auth === "password" ? (
        <>
          <PasswordField
            label={t("password")}
            description={hasPassword ? t("passwordKept") : t("passwordHint")}
            inputWrapperOrder={["label", "input", "description"]}
            value={draft.password}
            autoComplete="new-password"
            maxLength={1024}
            disabled={draft.isPasswordForgotten}
            onChange={({ currentTarget }) => patch({ password: currentTarget.value })}
          />
          {hasPassword ? (
            <Checkbox
              label={t("forget")}
              checked={draft.isPasswordForgotten}
              onChange={({ currentTarget }) => patch({ isPasswordForgotten: currentTarget.checked, password: "" })}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}

function KeyField({ draft, patch, wordOf }: FieldProps) {
  const t = useTranslations("ssh.form");
  const keys = useQuery({ ...queryOf(allRoutes.crypto.listKeys, {}), select: (answer) => answer.keys });
  const isNone = keys.data?.length === 0;
  // Where there is only one there is nothing to choose.
  const onlyId = keys.data?.length === 1 ? (keys.data[0]?.id ?? null) : null;
  const chooseOnly = useEffectEvent((keyId: string) => draft.keyId === null && patch({ keyId }));
  useEffect(() => {
    if (onlyId !== null) chooseOnly(onlyId);
  }, [onlyId]);
  return (
    <NativeSelect
      label={t("key")}
      description={isNone ? t("noKeys") : null}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={draft.keyId ?? ""}
      error={wordOf("key")}
      data={[
        { value: "", label: "" },
        ...(keys.data ?? []).map(({ id, name, fingerprint }) => ({
          value: id,
          label: `${name} (${fingerprint.slice(0, 19)}…)`,
        })),
      ]}
      onChange={({ currentTarget: { value } }) => patch({ keyId: value === "" ? null : value })}
    />
  );
}
