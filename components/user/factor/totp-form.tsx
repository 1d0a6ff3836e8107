"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLook } from "@/components/layout/look";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { Form, FormButtons } from "@/components/ui/form";
import { QrCode } from "@/components/ui/qr-code";
import { api } from "@/lib/client/call";
import { CodeField } from "./code-field";
import { totpAddress } from "./totp-address";
import { useFactorChange } from "./use-second-factor";
import styles from "./factor.module.css";

export type TotpSetup = { secret: string; setup: string };
type Props = { setup: TotpSetup; username: string; onSaved: (recoveryCodes: string[]) => void };

/** The secret for the app, as a picture and as text, and the first code that shows that the app has it. */
export function TotpForm({ setup: { secret, setup }, username, onSaved }: Props) {
  const { name } = useLook();
  const t = useTranslations("factor.app");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const [code, setCode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const save = useFactorChange(api.user.saveTotp, {
    hasForm: true,
    onSuccess: ({ recovery_codes: codes }) => onSaved(codes),
  });
  const address = totpAddress({ secret, username, name, host: location.host });
  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setChecked(true);
        if (code !== "" && !save.isPending) save.mutate({ setup, code });
      }}
    >
      <p className={styles["words"]}>{t("scan")}</p>
      <QrCode text={address} label={t("qr")} />
      <CopyLine
        caption={t("key")}
        value={(secret.match(/.{4}/g) ?? []).join(" ")}
        texts={{ copy: t("copyKey"), copied: tUi("copied") }}
      />
      {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
      <CodeField
        label={t("enter")}
        description={t("enterHint")}
        value={code}
        error={isChecked && code === "" ? tUi("cannotBeEmpty") : null}
        onChange={setCode}
      />
      <FormButtons>
        <Button type="submit" loading={save.isPending}>
          {t("turnOn")}
        </Button>
      </FormButtons>
    </Form>
  );
}
