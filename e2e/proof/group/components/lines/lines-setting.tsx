"use client";

import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { LinesSetting } from "@/lib/contracts/lines";

const queryKey = ["setting", "lines"] as const;

export default function LinesSettings() {
  const t = useTranslations("lines");
  const setting = useQuery({ queryKey, queryFn: ({ signal }) => api.lines.getLinesSetting({}, { signal }) });
  return (
    <Section title={t("title")}>
      <QueryState query={setting} rows={1}>
        {(saved) => <LinesForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function LinesForm({ saved }: { saved: LinesSetting }) {
  const t = useTranslations("lines");
  const form = useSettingForm({ saved, queryKey, store: (value: LinesSetting) => api.lines.setLinesSetting(value) });
  return (
    <Form label={t("title")} onSubmit={form.save}>
      <NumberInput
        label={t("largest")}
        min={1}
        max={1024}
        allowDecimal={false}
        value={form.value.largestMb}
        onChange={(value) => form.patch({ largestMb: Number(value) || 1 })}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
