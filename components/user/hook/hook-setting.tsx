"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SwitchedForm } from "@/components/layout/switched-form";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { withoutSecret } from "@/components/user/without-secret";
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
    queryFn: ({ signal }): Promise<HookDraft> => withoutSecret(api.user.getHookSetting({}, { signal })),
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
    store: (draft: HookDraft): Promise<HookDraft> => withoutSecret(api.user.setHookSetting(draft)),
  });
  const { value, patch } = form;
  const test = useMutation({ mutationFn: (draft: HookDraft) => api.user.testHook(draft) });
  const ifGood = (go: () => void) => {
    setChecked(true);
    if (hookInput.safeParse(value).success) go();
  };
  return (
    <SwitchedForm
      label={t("title")}
      words={{ label: t("enabled"), hint: t("enabledHint") }}
      form={form}
      onSubmit={() => ifGood(form.save)}
    >
      <HookFields value={value} savedUrl={saved.url} isChecked={isChecked} onChange={patch} />
      <div>
        <Button variant="default" loading={test.isPending} onClick={() => ifGood(() => test.mutate(value))}>
          {t("test")}
        </Button>
      </div>
      {test.data === undefined || test.isPending ? null : <HookTest result={test.data} />}
    </SwitchedForm>
  );
}
