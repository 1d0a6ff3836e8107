"use client";

import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { wayText } from "@/components/domain/entry/place-text";
import { useNameProblem } from "@/components/domain/entry/use-name-problem";
import { useRoots } from "@/components/domain/entry/use-roots";
import { pushUndo } from "@/components/domain/task/undo-stack";
import { watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { maxFetchedAddresses } from "@/lib/contracts/fetch";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { addressesOf, isChecksum, urlsProblem } from "./fetch-draft";

const conflicts = ["rename", "ask", "skip", "replace"] as const;
const mayReplace = new Set<string>(["ask", "replace"]);
const emptyDraft = { text: "", name: "", checksum: "", conflict: "rename" as (typeof conflicts)[number] };

/** Asks for addresses that the server is to download into a folder. */
export default function FetchDialog({ path, onClose }: { path: VirtualPath; onClose: () => void }) {
  const t = useTranslations("fetch");
  const words = useWords();
  const problemOf = useNameProblem();
  const roots = useRoots();
  const [draft, setDraft] = useState(emptyDraft);
  const patch = (change: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...change }));
  const urls = addressesOf(draft.text);
  const isSingle = urls.length < 2;
  const problem = urlsProblem(urls);
  const name = isSingle ? draft.name.trim() : "";
  const checksum = isSingle ? draft.checksum.trim() : "";
  const nameProblem = name === "" ? null : problemOf(name);
  const sumProblem = checksum === "" || isChecksum(checksum) ? null : t("badChecksum");
  const isReady = urls.length > 0 && problem === null && nameProblem === null && sumProblem === null;
  const start = useMutation({
    mutationFn: () =>
      api.fetch.fetchFiles({
        urls,
        to: path,
        conflict: draft.conflict,
        ...(name === "" ? {} : { name }),
        ...(checksum === "" ? {} : { checksum }),
      }),
    meta: { errorOwner: "form" },
    onSuccess: ({ taskIds }) => {
      for (const id of taskIds) {
        // Dropped at its end where it has replaced nothing.
        if (mayReplace.has(draft.conflict)) pushUndo({ id, name: nameOf(path), count: 1 });
        watchTask(id, words);
      }
      onClose();
    },
  });
  const urlsError =
    problem === null
      ? null
      : problem.problem === "tooMany"
        ? t("tooMany", { max: maxFetchedAddresses })
        : t("notAddress", { text: problem.text });
  return (
    <DialogCard title={t("title")} onClose={onClose} size={560}>
      <Form label={t("title")} onSubmit={() => (isReady ? start.mutate() : undefined)}>
        <Textarea
          label={t("urls")}
          description={t("urlsHint", { max: maxFetchedAddresses })}
          value={draft.text}
          error={urlsError}
          dir="ltr"
          rows={3}
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget: { value } }) => patch({ text: value })}
        />
        <TextInput label={t("folder")} value={wayText(path, roots.data ?? [])} readOnly />
        {isSingle ? (
          <>
            <TextInput
              label={t("name")}
              description={t("nameHint")}
              value={draft.name}
              error={nameProblem}
              onChange={({ currentTarget: { value } }) => patch({ name: value })}
            />
            <TextInput
              label={t("checksum")}
              description={t("checksumHint")}
              value={draft.checksum}
              error={sumProblem}
              dir="ltr"
              spellCheck={false}
              onChange={({ currentTarget: { value } }) => patch({ checksum: value })}
            />
          </>
        ) : null}
        <NativeSelect
          label={t("conflict")}
          value={draft.conflict}
          data={conflicts.map((value) => ({ value, label: t(`conflicts.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            patch({ conflict: conflicts.find((one) => one === value) ?? "rename" })
          }
        />
        {start.error === null ? null : <Banner kind="error">{words.errorText(start.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={start.isPending} disabled={!isReady}>
            {t("start")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
