"use client";

import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type SubmitEvent } from "react";
import { useNameProblem } from "@/components/domain/entry/use-name-problem";
import { useErrorText } from "@/components/layout/use-error-text";
import { useKitTexts } from "@/components/ui/kit-texts";
import { api } from "@/lib/client/call";
import { isEntryName, joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { belowKey } from "./use-folder-tree";
import styles from "./folder-dialog.module.css";

type Props = {
  folder: VirtualPath;
  taken: readonly EntryName[];
  onMade: (path: VirtualPath) => void;
  onClose: () => void;
};

/** Makes a folder in the chosen one, without leaving the question. */
export function NewFolderForm({ folder, taken, onMade, onClose }: Props) {
  const t = useTranslations("file");
  const texts = useKitTexts();
  const errorText = useErrorText();
  const problemOf = useNameProblem();
  const queryClient = useQueryClient();
  const [name, setName] = useState(() => t("newFolder.initial"));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(name) ?? (taken.some((one) => one === name) ? t("nameProblem.taken") : null);
    if (found !== null || !isEntryName(name)) return setProblem(found);
    setBusy(true);
    try {
      const path = joinVirtualPath(folder, name);
      await api.file.createFolder({ path });
      await queryClient.invalidateQueries({ queryKey: belowKey(folder) });
      onMade(path);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles["newForm"]} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        aria-label={t("newFolder.title")}
        value={name}
        error={problem}
        autoComplete="off"
        spellCheck={false}
        ref={focusAll}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // Gives up the name, not the question.
          event.stopPropagation();
          onClose();
        }}
      />
      <Button type="submit" variant="light" loading={isBusy}>
        {t("newFolder.confirm")}
      </Button>
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
    </form>
  );
}

function focusAll(node: HTMLInputElement | null): void {
  if (node === null || node.dataset["seen"] === "1") return;
  node.dataset["seen"] = "1";
  node.focus();
  node.select();
}
