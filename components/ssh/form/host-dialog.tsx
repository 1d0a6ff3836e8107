"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import type { HostRequest } from "@/components/ssh/host-request";
import { useRefreshPlaces } from "@/components/ssh/use-hosts";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { AddressFields } from "./address-fields";
import { draftOf, fieldsOf, newHost, problemsOf, type HostDraft } from "./host-draft";
import { MoreFields } from "./more-fields";
import { SignInFields } from "./sign-in-fields";

/** Saves a host, or changes one. */
export default function HostDialog({ request, onClose }: { request: HostRequest; onClose: () => void }) {
  const t = useTranslations("ssh.form");
  const errorText = useErrorText();
  const refreshPlaces = useRefreshPlaces();
  const known = request.kind === "edit" ? request.host : null;
  const [draft, setDraft] = useState<HostDraft>(() => firstDraft(request));
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<HostDraft>) => setDraft((current) => ({ ...current, ...change }));
  const problems = problemsOf(draft);
  const wordOf = (problem: Parameters<typeof problems.has>[0]) =>
    isChecked && problems.has(problem) ? t(`problems.${problem}`) : null;
  const save = useMutation({
    mutationFn: async () => {
      const fields = fieldsOf(draft);
      if (known === null) await api.ssh.createHost(fields);
      else await api.ssh.updateHost({ id: known.id, ...fields, is_saved: true });
    },
    meta: { errorOwner: "form" },
    onSuccess: () => {
      refreshPlaces();
      onClose();
    },
  });
  const title = known === null ? t("create") : t("change");
  const fields = { draft, patch, wordOf, known };
  return (
    <DialogCard title={title} onClose={onClose} size={560} fillsPhone keepsInput>
      <Form
        label={title}
        onSubmit={() => {
          setChecked(true);
          if (problems.size === 0) save.mutate();
        }}
      >
        <AddressFields {...fields} />
        <SignInFields {...fields} />
        <MoreFields {...fields} isOpen={isChecked && (problems.has("folder") || problems.has("keepAlive"))} />
        {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={save.isPending}>
            {t("save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}

function firstDraft(request: HostRequest): HostDraft {
  if (request.kind === "edit") return draftOf(request.host);
  return request.like === null ? newHost : { ...draftOf(request.like), name: request.name };
}
