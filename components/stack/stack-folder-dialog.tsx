"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { stackInfoQuery, useStackInfo } from "./use-stack-info";

/** Where stacks are, and which Compose runs them. */
export default function StackFolderDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("stack.folder");
  const info = useStackInfo();
  return (
    <DialogCard title={t("title")} onClose={onClose} size={560}>
      <QueryState query={info} rows={3}>
        {({ folder, compose }) => (
          <>
            <FolderForm saved={folder ?? ""} onClose={onClose} />
            {compose === null ? null : <p>{t("compose", { command: compose.command, version: compose.version })}</p>}
          </>
        )}
      </QueryState>
    </DialogCard>
  );
}

function FolderForm({ saved, onClose }: { saved: string; onClose: () => void }) {
  const t = useTranslations("stack.folder");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [folder, setFolder] = useState(saved);
  const isFine = folder === "" || folder.startsWith("/");
  const save = useMutation({
    mutationFn: () => api.stack.setStackFolder({ folder }),
    meta: { errorOwner: "form" },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: stackInfoQuery.queryKey });
      showToast({ kind: "success", message: tUi("saved") });
      onClose();
    },
  });
  return (
    <Form onSubmit={() => (isFine ? save.mutate() : undefined)}>
      <TextInput
        label={t("label")}
        description={t("hint")}
        value={folder}
        data-autofocus
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        error={isFine ? null : t("problem")}
        onChange={({ currentTarget }) => setFolder(currentTarget.value.trim())}
      />
      {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
      <FormButtons onCancel={onClose}>
        <Button type="submit" loading={save.isPending}>
          {t("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
