"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { Program } from "@/lib/contracts/about";
import { titleOfProgram } from "@/lib/shared/programs";
import { shownName } from "@/lib/shared/shown-name";

type Props = { program: Program; onClose: () => void };

/** Names where a program is, where it is not where distributions put it. */
export default function PathDialog({ program: { name, chosen, path: found }, onClose }: Props) {
  const t = useTranslations("about.programs");
  const errorText = useErrorText();
  const title = titleOfProgram(name);
  const client = useQueryClient();
  const [path, setPath] = useState(chosen ?? found ?? "");
  const test = useMutation({
    mutationFn: (wanted: string) => api.about.testProgram({ name, path: wanted }),
    meta: { errorOwner: "form" },
  });
  const save = useMutation({
    mutationFn: async (wanted: string) => {
      const { [name]: _, ...others } = (await api.about.getProgramsSetting({})).paths;
      return api.about.setProgramsSetting({ paths: wanted === "" ? others : { ...others, [name]: wanted } });
    },
    meta: { errorOwner: "form" },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["about"] });
      showToast({ kind: "success", message: t("saved", { name: title }) });
      onClose();
    },
  });
  const failure = save.error ?? test.error;
  return (
    <DialogCard title={t("pathTitle", { name: title })} onClose={onClose} size={520}>
      <Form onSubmit={() => save.mutate(path.trim())}>
        <TextInput
          label={t("path")}
          description={t("pathHint")}
          value={path}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
        />
        {test.data === undefined || test.variables !== path.trim() ? null : test.data.is_working ? (
          <Banner kind="success">{t("works", { version: test.data.version ?? "" })}</Banner>
        ) : (
          <Banner kind="error" title={t("broken")}>
            <span dir="ltr">{shownName(test.data.said)}</span>
          </Banner>
        )}
        {failure === null ? null : <Banner kind="error">{errorText(failure)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button
            variant="default"
            disabled={!path.startsWith("/")}
            loading={test.isPending}
            onClick={() => test.mutate(path.trim())}
          >
            {t("test")}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={path !== "" && !path.startsWith("/")}>
            {t("save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
