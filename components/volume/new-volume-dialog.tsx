"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { useErrorText } from "@/components/layout/use-error-text";
import { FoldedFields } from "@/components/ui/folded-fields";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { volumeNamePattern } from "./use-volume-actions";

/** A volume of Docker's own kind; whoever is an administrator may say where it really is. */
export default function NewVolumeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("volume.new");
  const errorText = useErrorText();
  const isRoot = useCachedMe()?.is_root === true;
  const [form, setForm] = useState({ name: "", driver: "local", options: "", labels: "" });
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }));
  const [options, labels] = [wordsOf(form.options), wordsOf(form.labels)];
  const isNamed = volumeNamePattern.test(form.name);
  const create = useMutation({
    mutationFn: () =>
      api.volume.createVolume({
        name: form.name,
        driver: form.driver,
        options: options ?? {},
        labels: labels ?? {},
      }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("done", { name: form.name }) });
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    if (isNamed && options !== null && labels !== null && form.driver !== "") create.mutate();
  };
  const lines = { autosize: true, minRows: 2, maxRows: 6, dir: "ltr", spellCheck: false, autoComplete: "off" } as const;
  return (
    <DialogCard title={t("title")} onClose={onClose} size={480}>
      <Form onSubmit={submit}>
        <TextInput
          label={t("name")}
          value={form.name}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          error={isTried && !isNamed ? t("problem") : null}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Textarea
          {...lines}
          label={t("labels")}
          description={t("wordsHint")}
          value={form.labels}
          error={labels === null ? t("wordsProblem") : null}
          onChange={({ currentTarget }) => set({ labels: currentTarget.value })}
        />
        {isRoot ? (
          <FoldedFields title={t("more")} isNeeded={options === null}>
            <TextInput
              label={t("driver")}
              value={form.driver}
              dir="ltr"
              onChange={({ currentTarget }) => set({ driver: currentTarget.value.trim() })}
            />
            <Textarea
              {...lines}
              label={t("options")}
              description={t("optionsHint")}
              value={form.options}
              error={options === null ? t("wordsProblem") : null}
              onChange={({ currentTarget }) => set({ options: currentTarget.value })}
            />
          </FoldedFields>
        ) : null}
        {create.error === null ? null : <Banner kind="error">{errorText(create.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={create.isPending}>
            {t("create")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}

/** Of lines NAME=value; null where one is something else. */
function wordsOf(text: string): Record<string, string> | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (!lines.every((line) => /^[^=]+=/.test(line))) return null;
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")).trim(), line.slice(line.indexOf("=") + 1).trim()]),
  );
}
