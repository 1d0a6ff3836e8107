"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { ContainerRow } from "@/lib/contracts/docker";
import { draftOf, emptyDraft, isLiveChange, specOf, type AskedSpec, type SpecDraft } from "./spec-draft";
import { SpecFields } from "./spec-fields";

type Props = { row: ContainerRow | null; onClose: () => void };

/** Makes a container (`row` null), or makes one anew with changes. */
export default function SpecDialog({ row, onClose }: Props) {
  const t = useTranslations("dockerMake");
  const known = useQuery({
    queryKey: ["docker", "spec", row?.id],
    queryFn: async ({ signal }) => draftOf(await api.docker.getContainerSpec({ id: row?.id ?? "" }, { signal })),
    enabled: row !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <DialogCard
      title={row === null ? t("create") : t("recreate", { name: row.name })}
      onClose={onClose}
      size={680}
      fillsPhone
    >
      {row === null ? (
        <SpecForm row={null} before={emptyDraft} onClose={onClose} />
      ) : (
        <QueryState query={known} rows={10}>
          {(before) => <SpecForm row={row} before={before} onClose={onClose} />}
        </QueryState>
      )}
    </DialogCard>
  );
}

function SpecForm({ row, before, onClose }: Props & { before: SpecDraft }) {
  const t = useTranslations("dockerMake");
  const errorText = useErrorText();
  const [draft, setDraft] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const { spec, problems } = specOf(draft);
  const isLive = row !== null && isLiveChange(before, draft);
  const save = useMutation({
    mutationFn: async () => {
      const { memory, cpus, restart } = spec;
      if (row === null) await api.docker.createContainer(spec as AskedSpec); // a new one has all fields
      else if (isLive) await api.docker.limitContainer({ id: row.id, memory, cpus, restart });
      else await api.docker.recreateContainer({ ...spec, id: row.id });
    },
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({
        kind: "success",
        message: t(row === null ? "created" : isLive ? "limited" : "recreated", { name: draft.name }),
      });
      onClose();
    },
  });
  const submit = () => {
    setChecked(true);
    if (Object.keys(problems).length === 0) save.mutate();
  };
  return (
    <Form label={row === null ? t("create") : t("recreate", { name: row.name })} onSubmit={submit}>
      {row === null ? null : <Banner kind="info">{t(isLive ? "liveHint" : "recreateHint")}</Banner>}
      <SpecFields
        draft={draft}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
        problems={isChecked ? problems : {}}
      />
      {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
      <FormButtons onCancel={onClose}>
        <Button type="submit" loading={save.isPending} disabled={draft === before}>
          {t(row === null ? "start" : isLive ? "apply" : "startAgain")}
        </Button>
      </FormButtons>
    </Form>
  );
}
