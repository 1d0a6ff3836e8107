"use client";

import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { languageOptions } from "@/components/layout/language-select";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { VisitorDefaults } from "@/lib/contracts/appearance";
import { parseTheme, themes } from "@/lib/shared/appearance";
import { locales } from "@/lib/shared/locales";

const queryKey = ["setting", "defaults"] as const;

/** What those see who have chosen nothing: new users, and visitors. */
export default function DefaultsSettings() {
  const t = useTranslations("appearance.defaults");
  const setting = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.appearance.getDefaultsSetting({}, { signal }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <DefaultsForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function DefaultsForm({ saved }: { saved: VisitorDefaults }) {
  const t = useTranslations("appearance.defaults");
  const tOwn = useTranslations("account.preferences");
  const form = useSettingForm({
    saved,
    queryKey,
    store: (input: VisitorDefaults) => api.appearance.setDefaultsSetting(input),
  });
  const { value, patch } = form;
  return (
    <Form label={t("title")} onSubmit={form.save}>
      <NativeSelect
        label={tOwn("language")}
        data={[{ value: "", label: t("browser") }, ...languageOptions]}
        value={value.language ?? ""}
        onChange={({ currentTarget }) =>
          patch({ language: locales.find((locale) => locale === currentTarget.value) ?? null })
        }
      />
      <NativeSelect
        label={tOwn("theme")}
        data={[
          { value: "system", label: t("browser") },
          ...themes.flatMap((theme) => (theme === "system" ? [] : [{ value: theme, label: tOwn(`themes.${theme}`) }])),
        ]}
        value={value.theme}
        onChange={({ currentTarget }) => patch({ theme: parseTheme(currentTarget.value) })}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
