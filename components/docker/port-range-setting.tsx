"use client";

import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { portRangeQuery } from "@/components/layout/use-port-range";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { portRange, type PortRange } from "@/lib/contracts/docker-make";

const { first: port } = portRange.shape;

/** Which ports of this server people who are no administrators can have. */
export default function PortRangeSettings() {
  const t = useTranslations("dockerMake.portRange");
  const setting = useQuery(portRangeQuery);
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <RangeForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function RangeForm({ saved }: { saved: PortRange }) {
  const t = useTranslations("dockerMake.portRange");
  const tUi = useTranslations("ui");
  const [isChecked, setChecked] = useState(false);
  const form = useSettingForm({
    saved,
    queryKey: portRangeQuery.queryKey,
    store: (input: PortRange) => api.docker.setPortRangeSetting(input),
  });
  const { value, patch } = form;
  const problemOf = (name: keyof PortRange) => {
    if (!isChecked) return null;
    if (!port.safeParse(value[name]).success)
      return tUi("numberRange", { least: port.minValue ?? 0, most: port.maxValue ?? 0 });
    return name === "last" && value.last < value.first ? t("order") : null;
  };
  const submit = () => {
    setChecked(true);
    if (portRange.safeParse(value).success) form.save();
  };
  return (
    <Form label={t("title")} onSubmit={submit}>
      {(["first", "last"] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(name)}
          allowDecimal={false}
          clampBehavior="none"
          value={Number.isNaN(value[name]) ? "" : value[name]}
          error={problemOf(name)}
          onChange={(number) => patch({ [name]: number === "" ? Number.NaN : Number(number) })}
        />
      ))}
      <SettingButtons form={form} />
    </Form>
  );
}
