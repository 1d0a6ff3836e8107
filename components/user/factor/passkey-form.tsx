"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { agentName } from "@/lib/shared/agent-name";
import { api } from "@/lib/client/call";
import { makePasskey } from "@/lib/client/passkey";
import { usePasskeyText } from "./use-passkey-text";
import { useFactorChange } from "./use-second-factor";
import styles from "./factor.module.css";

type Props = {
  /** It is the first second factor: the password alone is not enough any more. */
  isFirst: boolean;
  onSaved: (recoveryCodes: string[]) => void;
};

/** Names a new passkey and has the browser make it. */
export function PasskeyForm({ isFirst, onSaved }: Props) {
  const t = useTranslations("factor.passkey");
  const tUi = useTranslations("ui");
  const passkeyText = usePasskeyText();
  const [name, setName] = useState(() => agentName(navigator.userAgent) ?? "");
  const [isChecked, setChecked] = useState(false);
  const add = useFactorChange(
    async (wanted: string) => {
      const { options } = await api.user.beginPasskey({});
      return api.user.savePasskey({ name: wanted, passkey: await makePasskey(options) });
    },
    { hasForm: true, onSuccess: ({ recovery_codes: codes }) => onSaved(codes) },
  );
  return (
    <Form
      label={t("add")}
      onSubmit={() => {
        setChecked(true);
        if (name.trim() !== "" && !add.isPending) add.mutate(name);
      }}
    >
      <p className={styles["words"]}>{isFirst ? `${t("explain")} ${t("explainFirst")}` : t("explain")}</p>
      {add.error === null ? null : <Banner kind="error">{passkeyText(add.error)}</Banner>}
      <TextInput
        label={t("name")}
        description={t("nameHint")}
        inputWrapperOrder={["label", "input", "error", "description"]}
        value={name}
        maxLength={64}
        data-autofocus
        error={isChecked && name.trim() === "" ? tUi("cannotBeEmpty") : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <FormButtons>
        <Button type="submit" loading={add.isPending}>
          {t("goOn")}
        </Button>
      </FormButtons>
    </Form>
  );
}
