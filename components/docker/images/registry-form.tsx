"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { RegistryInfo } from "@/lib/contracts/docker-registries";
import { parseRegistryHost } from "@/lib/shared/image-reference";
import { registriesKey } from "./registries-key";

/** A registry with the account for it; the password of one that is known may stay as it is. */
export function RegistryForm({ known, onClose }: { known: RegistryInfo | null; onClose: () => void }) {
  const t = useTranslations("dockerImage.registries");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [form, setForm] = useState({ host: known?.host ?? "", username: known?.username ?? "", secret: "" });
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }));
  const host = parseRegistryHost(form.host.trim());
  const isComplete = host !== null && form.username.trim() !== "" && (known !== null || form.secret !== "");
  const save = useMutation({
    mutationFn: () =>
      api.docker.saveRegistry({
        host: host ?? "",
        username: form.username,
        secret: form.secret === "" ? null : form.secret,
      }),
    meta: { errorOwner: "form" },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: registriesKey });
      showToast({ kind: "success", message: t("works", { host: host ?? "" }) });
      onClose();
    },
  });
  const plain = { dir: "ltr", spellCheck: false, autoCapitalize: "none" } as const;
  return (
    <DialogCard title={known === null ? t("add") : known.host} onClose={onClose} size={480}>
      <Form onSubmit={() => (isComplete ? save.mutate() : undefined)}>
        <TextInput
          {...plain}
          label={t("host")}
          description={t("hostHint")}
          placeholder="ghcr.io"
          value={form.host}
          disabled={known !== null}
          error={form.host.trim() === "" || host !== null ? null : t("hostProblem")}
          autoComplete="off"
          data-autofocus={known === null || undefined}
          onChange={({ currentTarget }) => set({ host: currentTarget.value })}
        />
        <TextInput
          {...plain}
          label={t("username")}
          value={form.username}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ username: currentTarget.value })}
        />
        <PasswordInput
          {...plain}
          label={t("secret")}
          description={t(known === null ? "secretHint" : "secretStays")}
          value={form.secret}
          autoComplete="new-password"
          onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
        />
        {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={save.isPending} disabled={!isComplete}>
            {t("save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
