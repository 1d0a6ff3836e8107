"use client";

import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { NumberField } from "@/components/layout/number-field";
import { useCan } from "@/components/layout/use-can";
import { PasswordField } from "@/components/ui/password-field";
import { hookFallbacks, hookInput, type HookSetting } from "@/lib/contracts/sign-in-hook";
import { randomId } from "@/lib/shared/units";
import styles from "./hook.module.css";

/** `secret` null: the one that is kept. */
export type HookDraft = HookSetting & { secret: string | null };

type Props = {
  value: HookDraft;
  savedUrl: string;
  isChecked: boolean;
  onChange: (change: Partial<HookDraft>) => void;
};

export function HookFields({ value, savedUrl, isChecked, onChange }: Props) {
  const t = useTranslations("user.hook");
  const tUi = useTranslations("ui");
  const can = useCan();
  const { shape } = hookInput;
  const ofUrl = () => (shape.url.safeParse(value.url).success ? null : t("problems.url"));
  const urlProblem = value.url.trim() === "" ? tUi("cannotBeEmpty") : ofUrl();
  const isOther = value.has_secret && value.url.trim() !== savedUrl;
  const kept = isOther ? t("secretAgain") : value.has_secret ? t("secretKept") : t("secretHint");
  return (
    <>
      <TextInput
        label={t("fields.url")}
        description={t("urlHint", { braces: `{"allow": true}` })}
        placeholder="https://example.org/sign-in"
        value={value.url}
        error={isChecked ? urlProblem : null}
        spellCheck={false}
        dir="ltr"
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <div className={styles["secret"]}>
        <PasswordField
          label={t("fields.secret")}
          description={kept}
          autoComplete="off"
          value={value.secret ?? ""}
          error={isChecked && !shape.secret.safeParse(value.secret).success ? t("problems.secret") : null}
          onChange={({ currentTarget }) =>
            onChange({ secret: currentTarget.value === "" ? null : currentTarget.value })
          }
        />
        <Button variant="default" onClick={() => onChange({ secret: randomId(43) })}>
          {t("generate")}
        </Button>
      </div>
      <NumberField
        label={t("fields.timeout")}
        value={value.timeout_seconds}
        schema={shape.timeout_seconds}
        isChecked={isChecked}
        onChange={(seconds) => onChange({ timeout_seconds: seconds })}
      />
      <NativeSelect
        label={t("fields.unanswered")}
        description={t("unansweredHint")}
        className={styles["narrow"]}
        value={value.unanswered}
        data={hookFallbacks.map((one) => ({ value: one, label: t(`fallbacks.${one}`) }))}
        onChange={({ currentTarget }) => {
          const found = hookFallbacks.find((one) => one === currentTarget.value);
          if (found !== undefined) onChange({ unanswered: found });
        }}
      />
      <Switch
        label={t("private")}
        description={can("lan_access") || value.allow_private ? t("privateHint") : t("privateLocked")}
        disabled={!can("lan_access") && !value.allow_private}
        checked={value.allow_private}
        onChange={({ currentTarget }) => onChange({ allow_private: currentTarget.checked })}
      />
      <Switch
        label={t("tokens")}
        checked={value.tokens}
        onChange={({ currentTarget }) => onChange({ tokens: currentTarget.checked })}
      />
    </>
  );
}
