"use client";

import { Button, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { useDraft } from "@/components/layout/use-draft";
import { useListTexts } from "@/components/layout/use-list-texts";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { Form, FormButtons } from "@/components/ui/form";
import { TextList } from "@/components/ui/text-list";
import { showToast } from "@/components/ui/toast/toast-store";
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
type NumberField = (typeof numbers)[number];

/** How much at once, how large the pieces, how long they are kept. */
export function UploadLimits() {
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
  const tUi = useTranslations("ui");
  const queryClient = useQueryClient();
  const texts = useListTexts();
  const { value, patch, restart, isDirty } = useDraft(saved);
  const [isChecked, setChecked] = useState(false);
  useUnsavedGuard(isDirty);
  const save = useMutation({
    mutationFn: (input: UploadSetting) => api.upload.setUploadSetting(input),
    onSuccess: (stored) => {
      queryClient.setQueryData(queryKey, stored);
      restart(stored);
      showToast({ kind: "success", message: tUi("saved") });
    },
  });
  const problemOf = (field: NumberField) => {
    const { minValue, maxValue } = uploadSettingFields.shape[field];
    const isGood = uploadSettingFields.shape[field].safeParse(value[field]).success;
    return isGood ? null : t("range", { least: minValue ?? 0, most: maxValue ?? 0 });
  };
  const submit = () => {
    setChecked(true);
    if (numbers.every((field) => problemOf(field) === null)) save.mutate(value);
  };
  return (
    <Form label={t("title")} onSubmit={submit}>
      {numbers.map((field) => (
        <TextInput
          key={field}
          type="number"
          inputMode="numeric"
          label={t(`${field}.label`)}
          description={t(`${field}.hint`)}
          value={Number.isNaN(value[field]) ? "" : value[field]}
          error={isChecked ? problemOf(field) : null}
          onChange={({ currentTarget }) => patch({ [field]: currentTarget.valueAsNumber })}
        />
      ))}
      <Switch
        checked={value.resume}
        label={t("resume.label")}
        description={t("resume.hint")}
        onChange={({ currentTarget }) => patch({ resume: currentTarget.checked })}
      />
      <TextList
        label={t("ignore.label")}
        inputLabel={t("ignore.name")}
        placeholder="node_modules"
        value={value.ignore}
        validate={(name) => (isEntryName(name) ? null : t("ignore.problem"))}
        onChange={(ignore) => patch({ ignore: ignore.filter(isEntryName) })}
        texts={{ ...texts, empty: t("ignore.empty") }}
      />
      <FormButtons>
        <Button variant="default" disabled={!isDirty} onClick={() => restart(saved)}>
          {tUi("cancel")}
        </Button>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {tUi("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
