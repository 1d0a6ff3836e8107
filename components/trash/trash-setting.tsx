"use client";

import { NumberInput, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { TrashSetting } from "@/lib/contracts/trash";

const queryKey = ["setting", "trash"] as const;
const gigabyte = 1024 ** 3;

/** Whether deleted entries go to the trash, how long and how many are kept. */
export default function TrashSettings() {
  const t = useTranslations("setting.trash");
  const setting = useQuery({ queryKey, queryFn: ({ signal }) => api.trash.getTrashSetting({}, { signal }) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={3}>
        {(saved) => <TrashForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

/** What a number field gives; an empty one means none. */
function numberOf(value: string | number): number {
  return typeof value === "number" ? value : Number.parseFloat(value) || 0;
}

function TrashForm({ saved }: { saved: TrashSetting }) {
  const t = useTranslations("setting.trash");
  const form = useSettingForm({
    saved,
    queryKey,
    store: async (input: TrashSetting) => {
      await api.trash.setTrashSetting(input);
      return input;
    },
  });
  const { value, patch } = form;
  return (
    <Form label={t("title")} onSubmit={form.save}>
      <Switch
        checked={value.on}
        onChange={({ currentTarget }) => patch({ on: currentTarget.checked })}
        label={t("on")}
      />
      <NumberInput
        label={t("days")}
        description={t("daysHint")}
        disabled={!value.on}
        min={0}
        max={3650}
        allowDecimal={false}
        value={value.days}
        onChange={(days) => patch({ days: numberOf(days) })}
      />
      <NumberInput
        label={t("percent")}
        description={t("percentHint")}
        disabled={!value.on}
        min={0}
        max={100}
        allowDecimal={false}
        value={value.percent}
        onChange={(percent) => patch({ percent: numberOf(percent) })}
      />
      <NumberInput
        label={t("size")}
        description={t("sizeHint")}
        disabled={!value.on}
        min={0}
        max={1_000_000}
        decimalScale={2}
        value={value.bytes / gigabyte}
        onChange={(size) => patch({ bytes: Math.round(numberOf(size) * gigabyte) })}
      />
      <NumberInput
        label={t("versions")}
        description={t("versionsHint")}
        disabled={!value.on}
        min={0}
        max={1000}
        allowDecimal={false}
        value={value.versions}
        onChange={(versions) => patch({ versions: numberOf(versions) })}
      />
      <NumberInput
        label={t("versionDays")}
        description={t("versionDaysHint")}
        disabled={!value.on || value.versions === 0}
        min={0}
        max={3650}
        allowDecimal={false}
        value={value.versionDays}
        onChange={(versionDays) => patch({ versionDays: numberOf(versionDays) })}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
