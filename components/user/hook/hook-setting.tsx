"use client";

import { Button, Switch } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { hookInput } from "@/lib/contracts/sign-in-hook";
import { HookFields, type HookDraft } from "./hook-fields";
import { HookTest } from "./hook-test";

const queryKey = ["setting", "sign-in-hook"] as const;

/** A server of one's own that is asked about sign-ins, and may veto them. */
export default function HookSettingSection() {
  const t = useTranslations("user.hook");
  const setting = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<HookDraft> => ({
      ...(await api.user.getHookSetting({}, { signal })),
      secret: null,
    }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <HookForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function HookForm({ saved }: { saved: HookDraft }) {
  const t = useTranslations("user.hook");
  const [isChecked, setChecked] = useState(false);
  const form = useSettingForm({
    saved,
    queryKey,
    store: async (draft: HookDraft): Promise<HookDraft> => ({
      ...(await api.user.setHookSetting(draft)),
      secret: null,
    }),
  });
  const { value, patch } = form;
  const test = useMutation({ mutationFn: (draft: HookDraft) => api.user.testHook(draft) });
  const ifGood = (go: () => void) => {
    setChecked(true);
    if (hookInput.safeParse(value).success) go();
  };
  return (
    <Form label={t("title")} onSubmit={() => ifGood(form.save)}>
      <Switch
        label={t("enabled")}
        description={t("enabledHint")}
        checked={value.enabled}
        onChange={({ currentTarget }) => patch({ enabled: currentTarget.checked })}
      />
      {value.enabled ? (
        <>
          <HookFields value={value} savedUrl={saved.url} isChecked={isChecked} onChange={patch} />
          <div>
            <Button variant="default" loading={test.isPending} onClick={() => ifGood(() => test.mutate(value))}>
              {t("test")}
            </Button>
          </div>
          {test.data === undefined || test.isPending ? null : <HookTest result={test.data} />}
        </>
      ) : null}
      <SettingButtons form={form} />
    </Form>
  );
}
