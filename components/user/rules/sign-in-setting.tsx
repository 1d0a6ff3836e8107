"use client";

import { NativeSelect, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NumberField } from "@/components/layout/number-field";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useCachedMe } from "@/components/layout/use-me";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { factorDemands, passwordUsers, signInRules, type SignInRules } from "@/lib/contracts/sign-in-rules";

const queryKey = ["setting", "sign-in"] as const;

/** How long sessions last, and who needs a second factor. */
export default function SignInSetting() {
  const t = useTranslations("user.rules");
  const rules = useQuery({ queryKey, queryFn: ({ signal }) => api.user.getSignInSetting({}, { signal }) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={rules} rows={3}>
        {(saved) => <RulesForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function RulesForm({ saved }: { saved: SignInRules }) {
  const t = useTranslations("user.rules");
  const tFields = useTranslations("user.fields");
  const isRootMe = useCachedMe()?.is_root === true;
  const [isChecked, setChecked] = useState(false);
  const form = useSettingForm({
    saved,
    queryKey,
    store: (rules: SignInRules) => api.user.setSignInSetting(rules),
  });
  const { value, patch } = form;
  const { max_days: maxDays, idle_minutes: idleMinutes } = signInRules.shape;
  return (
    <Form
      label={t("title")}
      onSubmit={() => {
        setChecked(true);
        if (signInRules.safeParse(value).success) form.save();
      }}
    >
      <NativeSelect
        label={t("factor")}
        description={isRootMe ? t("factorHint") : tFields("isRootLocked")}
        inputWrapperOrder={["label", "input", "description"]}
        disabled={!isRootMe}
        value={value.second_factor}
        data={factorDemands.map((demand) => ({ value: demand, label: t(`factors.${demand}`) }))}
        onChange={({ currentTarget }) => {
          const demand = factorDemands.find((one) => one === currentTarget.value);
          if (demand !== undefined) patch({ second_factor: demand });
        }}
      />
      <NativeSelect
        label={t("passwords")}
        description={isRootMe ? t("passwordsHint") : tFields("isRootLocked")}
        inputWrapperOrder={["label", "input", "description"]}
        disabled={!isRootMe}
        value={value.passwords}
        data={passwordUsers.map((who) => ({ value: who, label: t(`passwordUsers.${who}`) }))}
        onChange={({ currentTarget }) => {
          const who = passwordUsers.find((one) => one === currentTarget.value);
          if (who !== undefined) patch({ passwords: who });
        }}
      />
      <NumberField
        label={t("maxDays")}
        hint={t("maxDaysHint")}
        value={value.max_days}
        schema={maxDays}
        isChecked={isChecked}
        onChange={(days) => patch({ max_days: days })}
      />
      <NumberField
        label={t("idleMinutes")}
        hint={t("idleMinutesHint")}
        value={value.idle_minutes}
        schema={idleMinutes}
        isChecked={isChecked}
        onChange={(minutes) => patch({ idle_minutes: minutes })}
      />
      <Switch
        label={t("mayStay")}
        description={t("mayStayHint")}
        checked={value.may_stay}
        onChange={({ currentTarget }) => patch({ may_stay: currentTarget.checked })}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
