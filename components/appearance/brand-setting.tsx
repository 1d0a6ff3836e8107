"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLook } from "@/components/layout/look";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { BrandSetting } from "@/lib/contracts/appearance";
import { maxNameLength, maxNoteLength, productName } from "@/lib/shared/look";
import { brandKey } from "./brand-key";
import { LogoField } from "./logo-field";

/** How this installation calls itself. */
export default function BrandSettings() {
  const t = useTranslations("appearance.brand");
  const setting = useQuery({
    queryKey: brandKey,
    queryFn: ({ signal }): Promise<BrandSetting> => api.appearance.getBrandSetting({}, { signal }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={3}>
        {({ name, note }) => <BrandForm saved={{ name, note }} />}
      </QueryState>
    </Section>
  );
}

function BrandForm({ saved }: { saved: BrandSetting }) {
  const t = useTranslations("appearance.brand");
  const look = useLook();
  const form = useSettingForm({
    saved,
    queryKey: brandKey,
    store: async (input: BrandSetting): Promise<BrandSetting> => {
      // Without a name it is the product's.
      const { name, note } = await api.appearance.setBrandSetting({
        ...input,
        name: input.name.trim() === "" ? productName : input.name,
      });
      look.change({ name, note });
      return { name, note };
    },
  });
  const { value, patch } = form;
  return (
    <>
      <LogoField />
      <Form label={t("title")} onSubmit={form.save}>
        <TextInput
          label={t("name")}
          placeholder={productName}
          maw={400}
          maxLength={maxNameLength}
          autoComplete="off"
          value={value.name}
          onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
        />
        <TextInput
          label={t("note")}
          description={t("noteHint")}
          inputWrapperOrder={["label", "input", "description"]}
          maw={560}
          maxLength={maxNoteLength}
          autoComplete="off"
          value={value.note}
          onChange={({ currentTarget }) => patch({ note: currentTarget.value })}
        />
        <SettingButtons form={form} />
      </Form>
    </>
  );
}
