"use client";

import { Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyLine } from "@/components/ui/copy-line";
import { PasswordField } from "@/components/ui/password-field";
import { useOidcProblem } from "./use-oidc-problem";
import type { OidcFields } from "./oidc-draft";
import styles from "@/components/user/user.module.css";

/** Where the provider is, and how this server makes itself known to it. */
export function ProviderFields({ value, savedIssuer, problems, onChange }: OidcFields & { savedIssuer: string }) {
  const t = useTranslations("user.oidc");
  const tUi = useTranslations("ui");
  const problemText = useOidcProblem();
  const text = (field: "name" | "issuer" | "client_id" | "scopes") => ({
    label: t(`fields.${field}`),
    value: value[field],
    error: problemText(problems[field]),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [field]: currentTarget.value }),
    spellCheck: false,
  });
  const isOther = value.has_secret && value.issuer.trim() !== savedIssuer;
  const keptHint = isOther ? t("secretAgain") : value.has_secret ? t("secretKept") : t("secretHint");
  return (
    <>
      <CopyLine
        value={value.redirect_uri}
        caption={t("redirectUri")}
        texts={{ copy: tUi("copy"), copied: tUi("copied") }}
      />
      <div className={styles["fields"]}>
        <TextInput {...text("name")} description={t("nameHint")} placeholder="Authentik" />
        <TextInput {...text("issuer")} description={t("issuerHint")} placeholder="https://auth.example.com" dir="ltr" />
        <TextInput {...text("client_id")} description={t("clientIdHint")} placeholder="filedeck" />
        <PasswordField
          label={t("fields.secret")}
          description={keptHint}
          autoComplete="off"
          value={value.secret ?? ""}
          onChange={({ currentTarget }) =>
            onChange({ secret: currentTarget.value === "" ? null : currentTarget.value })
          }
        />
        <TextInput
          {...text("scopes")}
          description={t("scopesHint")}
          // Longer than its neighbour's: above the field it would push that down.
          inputWrapperOrder={["label", "input", "description", "error"]}
          dir="ltr"
        />
      </div>
      <Switch
        label={t("private")}
        description={t("privateHint")}
        checked={value.allow_private}
        onChange={({ currentTarget }) => onChange({ allow_private: currentTarget.checked })}
      />
    </>
  );
}
