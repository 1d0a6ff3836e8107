"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SwitchedForm } from "@/components/layout/switched-form";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { api } from "@/lib/client/call";
import { MailFields, type MailDraft } from "./mail-fields";
import { MailTest } from "./mail-test";

const queryKey = ["setting", "mail"] as const;

/** The server that mails are sent by. */
export default function MailSetting() {
  const t = useTranslations("notify.mailServer");
  const setting = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<MailDraft> => ({
      ...(await api.notify.getMailSetting({}, { signal })),
      password: null,
    }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <MailForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function MailForm({ saved }: { saved: MailDraft }) {
  const t = useTranslations("notify.mailServer");
  const form = useSettingForm({
    saved,
    queryKey,
    store: async (draft: MailDraft): Promise<MailDraft> => ({
      ...(await api.notify.setMailSetting(draft)),
      password: null,
    }),
  });
  const { value, patch, isDirty } = form;
  return (
    <>
      <SwitchedForm label={t("title")} words={{ label: t("enabled") }} form={form} onSubmit={form.save}>
        <MailFields value={value} savedHost={saved.host} onChange={patch} />
      </SwitchedForm>
      {saved.enabled && !isDirty ? <MailTest /> : null}
    </>
  );
}
