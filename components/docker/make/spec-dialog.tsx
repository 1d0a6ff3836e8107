"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { isRunning } from "@/components/docker/filter-containers";
import { PullLayers } from "@/components/docker/images/pull-layers";
import { QueryState } from "@/components/layout/query-state";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { ContainerRow } from "@/lib/contracts/docker";
import { shownName } from "@/lib/shared/shown-name";
import { draftOf, emptyDraft, isLiveChange, specOf, type AskedSpec, type KnownSpec } from "./spec-draft";
import { SpecFailure } from "./spec-failure";
import { SpecFields } from "./spec-fields";

type Props = { row: ContainerRow | null; onClose: () => void };

/** Makes a container (`row` null), or makes one anew with changes. */
export default function SpecDialog({ row, onClose }: Props) {
  const t = useTranslations("dockerMake");
  // While it is made anew the old one has another name, and then it is gone.
  const [first] = useState(row);
  const known = useQuery({
    queryKey: ["docker", "spec", first?.id],
    queryFn: ({ signal }) => api.docker.getContainerSpec({ id: first?.id ?? "" }, { signal }),
    enabled: first !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const title = first === null ? t("create") : t("recreate", { name: first.name });
  const form = (spec: KnownSpec | null) => (
    <SpecForm
      title={title}
      row={first}
      runsAgain={row !== null && isRunning(row) && row.name === first?.name}
      known={spec}
      onClose={onClose}
    />
  );
  return (
    <DialogCard title={title} onClose={onClose} size={680} fillsPhone keepsInput>
      {first === null ? (
        form(null)
      ) : (
        <QueryState query={known} rows={10}>
          {form}
        </QueryState>
      )}
    </DialogCard>
  );
}

type FormProps = Props & {
  title: string;
  /** What was to be made anew is as it was. */
  runsAgain: boolean;
  /** Null: a new one. */
  known: KnownSpec | null;
};

function SpecForm({ title, row, runsAgain, known, onClose }: FormProps) {
  const t = useTranslations("dockerMake");
  const tUi = useTranslations("ui");
  const [before] = useState(() => (known === null ? emptyDraft : draftOf(known)));
  const [draft, setDraft] = useState(before);
  const [isChecked, setChecked] = useState(false);
  /** Of the image, before it goes on. */
  const [pulling, setPulling] = useState<string | null>(null);
  const { spec, problems } = specOf(draft, known);
  const image = draft.image.trim();
  const isLive = row !== null && isLiveChange(before, draft);
  const save = useMutation({
    mutationFn: async () => {
      if (row === null) await api.docker.createContainer(spec as AskedSpec); // a new one has all fields
      else if (isLive) await api.docker.limitContainer({ ...spec, id: row.id });
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
  if (pulling !== null)
    return (
      <PullLayers
        taskId={pulling}
        reference={image}
        onClose={() => setPulling(null)}
        onAgain={setPulling}
        onDone={() => {
          setPulling(null);
          save.mutate();
        }}
      />
    );
  return (
    <Form label={title} onSubmit={submit}>
      {row === null ? null : <Banner kind="info">{t(isLive ? "liveHint" : "recreateHint")}</Banner>}
      {row === null || row.project === null ? null : <OfStack name={row.project} />}
      <SpecFields
        draft={draft}
        known={known}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
        problems={isChecked ? problems : {}}
      />
      <div data-dialog-footer>
        {save.error === null ? null : (
          <SpecFailure
            error={save.error}
            image={image}
            runsAgain={runsAgain && !isLive ? (row?.name ?? null) : null}
            onPull={setPulling}
          />
        )}
        <Button variant="default" onClick={onClose}>
          {tUi("cancel")}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={row === null && draft === before}>
          {t(row === null ? "start" : isLive ? "apply" : "startAgain")}
        </Button>
      </div>
    </Form>
  );
}

/** What it has of the files of its stack is what the next deployment gives it again. */
function OfStack({ name }: { name: string }) {
  const t = useTranslations("dockerMake");
  const isRoot = useCachedMe()?.is_root === true;
  return (
    <Banner kind="warning">
      {t("ofStack", { stack: shownName(name) })} {isRoot ? <Link href={pages.stack(name)}>{t("toStack")}</Link> : null}
    </Banner>
  );
}
