"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNameProblem } from "@/components/domain/entry/use-name-problem";
import { baseNameLength } from "@/components/domain/entry/kinds";
import { awaitArrivalOf } from "@/components/domain/folder/arrivals";
import { watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import { api } from "@/lib/client/call";
import { archiveFormats } from "@/lib/contracts/archive";
import { editableName, shownName } from "@/lib/shared/shown-name";
import type { CompressRequest } from "./compress-store";

const levels = [
  { name: "store", level: 0 },
  { name: "fast", level: 1 },
  { name: "normal", level: 6 },
  { name: "small", level: 9 },
] as const;

const canHavePassword = (format: string) => format === "zip" || format === "7z";

/** Name, format, compression and password of a new archive beside the entries. */
export default function CompressDialog({ request, onClose }: { request: CompressRequest; onClose: () => void }) {
  const t = useTranslations("archive");
  const words = useWords();
  const { folder, files, name, isFolder } = request;
  const problemOf = useNameProblem();
  const [field] = useState(() => editableName(name.slice(0, baseNameLength(name, isFolder))));
  const [draft, setDraft] = useState({
    base: field.text,
    format: "zip",
    level: 6,
    password: "",
  });
  const format = archiveFormats.find((one) => one === draft.format) ?? "zip";
  const whole = `${field.toName(draft.base)}.${format}`;
  const problem = problemOf(draft.base === "" ? "" : whole);
  const secret = canHavePassword(format) && draft.password !== "" ? { password: draft.password } : {};
  const pack = useMutation({
    mutationFn: () =>
      awaitArrivalOf(folder, async (end) => {
        const input = { files: [...files], to: folder, name: whole, format, level: draft.level, ...secret };
        const { taskId } = await api.archive.compress(input);
        watchTask(taskId, words, () => end([]));
      }),
    meta: { errorOwner: "form" },
    onSuccess: onClose,
  });
  return (
    <DialogCard title={<bdi>{t("title", { count: files.length, name: shownName(name) })}</bdi>} onClose={onClose}>
      <Form label={t("compress")} onSubmit={() => (problem === null ? pack.mutate() : undefined)}>
        <TextInput
          label={t("name")}
          value={draft.base}
          error={problem}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setDraft((current) => ({ ...current, base: value }))}
        />
        <NativeSelect
          label={t("format")}
          value={format}
          data={[...archiveFormats]}
          onChange={({ currentTarget: { value } }) => setDraft((current) => ({ ...current, format: value }))}
        />
        <NativeSelect
          label={t("level")}
          value={String(draft.level)}
          disabled={format === "tar"}
          data={levels.map((one) => ({ value: String(one.level), label: t(`levels.${one.name}`) }))}
          onChange={({ currentTarget: { value } }) => setDraft((current) => ({ ...current, level: Number(value) }))}
        />
        {canHavePassword(format) ? (
          <PasswordField
            label={t("password")}
            description={t(format === "7z" ? "passwordHint7z" : "passwordHint")}
            value={draft.password}
            maxLength={1024}
            autoComplete="new-password"
            onChange={({ currentTarget: { value } }) => setDraft((current) => ({ ...current, password: value }))}
          />
        ) : null}
        {pack.error === null ? null : <Banner kind="error">{words.errorText(pack.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={pack.isPending}>
            {t("compress")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
