"use client";

import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NumberFields } from "@/components/layout/number-fields";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useListTexts } from "@/components/layout/use-list-texts";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { TextList } from "@/components/ui/text-list";
import { api } from "@/lib/client/call";
import { uploadSettingFields, type UploadSetting } from "@/lib/contracts/upload";
import { isEntryName } from "@/lib/shared/paths";

const queryKey = ["setting", "upload"] as const;
const numbers = [
  "perUser",
  "system",
  "largeFileMb",
  "chunkMb",
  "parallelChunks",
  "dirUploadMaxNum",
  "keepDays",
] as const;

/** How much at once, how large the pieces, how long they are kept. */
export default function UploadLimits() {
  const t = useTranslations("setting.upload");
  const setting = useQuery({ queryKey, queryFn: ({ signal }) => api.upload.getUploadSetting({}, { signal }) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={6}>
        {(saved) => <LimitsForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function LimitsForm({ saved }: { saved: UploadSetting }) {
  const t = useTranslations("setting.upload");
  const texts = useListTexts();
  const form = useSettingForm({ saved, queryKey, store: (input: UploadSetting) => api.upload.setUploadSetting(input) });
  const { value, patch } = form;
  const [isChecked, setChecked] = useState(false);
  const { shape } = uploadSettingFields;
  const submit = () => {
    setChecked(true);
    if (numbers.every((field) => shape[field].safeParse(value[field]).success)) form.save();
  };
  return (
    <Form label={t("title")} onSubmit={submit}>
      <NumberFields
        names={numbers}
        shape={shape}
        value={value}
        isChecked={isChecked}
        say={(name, what) => t(`${name}.${what}`)}
        onChange={(name, number) => patch({ [name]: number })}
      />
      <Switch
        checked={value.resume}
        label={t("resume.label")}
        description={t("resume.hint")}
        onChange={({ currentTarget }) => patch({ resume: currentTarget.checked })}
      />
      <TextList
        label={t("ignore.label")}
        inputLabel={t("ignore.name")}
        placeholder="*.tmp"
        value={value.ignore}
        validate={(name) => (isEntryName(name) ? null : t("ignore.problem"))}
        onChange={(ignore) => patch({ ignore: ignore.filter(isEntryName) })}
        texts={{ ...texts, empty: t("ignore.empty") }}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
