"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DetailButtons } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { ContainerRow } from "@/lib/contracts/docker";
import { actionsFor } from "./actions-for";
import { ContainerFacts } from "./container-facts";
import { ContainerInside } from "./container-inside";
import { ContainerNow } from "./container-now";
import { ContainerParts } from "./container-parts";
import { isRunning } from "./filter-containers";
import type { ContainerActions } from "./use-container-actions";

/** `id`: or its name, which alone an address may know. */
type Props = { id: string; row: ContainerRow | null; actions: ContainerActions; onClose: () => void };

/** One container: how it is made, and how it is. */
export default function ContainerDialog({ id: asked, row, actions, onClose }: Props) {
  const t = useTranslations("docker");
  const { run, reasonOf, changeReason, openFiles, openShell, recreate } = actions;
  const id = row?.id ?? asked;
  const details = useQuery({
    // Read anew when the container has become something else.
    queryKey: ["docker", "container", id, row?.state, row?.health, row?.name],
    queryFn: ({ signal }) => api.docker.getContainer({ id }, { signal }),
    placeholderData: (before) => before,
    // Never as it was when it had been like this before.
    gcTime: 0,
    staleTime: 0,
    enabled: row !== null,
    retry: false,
  });
  const name = row?.name ?? details.data?.name ?? id.slice(0, 12);
  return (
    <DialogCard title={name} onClose={onClose} size={720} fillsPhone>
      {row === null ? <Banner kind="info">{t("details.gone")}</Banner> : null}
      {row === null && details.data === undefined ? null : (
        <QueryState query={details} rows={8}>
          {(data) => (
            <>
              {data.was_killed_for_memory ? <Banner kind="warning">{t("details.outOfMemory")}</Banner> : null}
              {data.inside?.is_privileged === true ? <Banner kind="warning">{t("details.privileged")}</Banner> : null}
              {row === null ? null : <ContainerNow row={row} details={data} />}
              <ContainerFacts details={data} row={row} />
              <ContainerParts details={data} />
              {row === null ? null : <ContainerInside row={row} />}
            </>
          )}
        </QueryState>
      )}
      {row === null ? null : (
        <DetailButtons>
          {row.may.includes("logs") ? (
            <Button component={Link} href={pages.containerLog(row.name)} variant="default" size="xs">
              {t("actions.logs")}
            </Button>
          ) : null}
          {row.state === "running" && row.may.includes("shell") ? (
            <Button variant="default" size="xs" onClick={() => openShell(row.id)}>
              {t("actions.shell")}
            </Button>
          ) : null}
          {isRunning(row) && row.may.includes("shell") ? (
            <Button variant="default" size="xs" onClick={() => openFiles(row.id)}>
              {t("actions.files")}
            </Button>
          ) : null}
          {actionsFor(row.state).map((action) => (
            <Button
              key={action}
              variant="default"
              size="xs"
              disabled={reasonOf(row, action) !== null}
              onClick={() => void run(row, action)}
            >
              {t(`actions.${action}`)}
            </Button>
          ))}
          {changeReason(row) === null ? (
            <Button variant="default" size="xs" onClick={() => recreate(row.id)}>
              {t("actions.recreate")}
            </Button>
          ) : null}
        </DetailButtons>
      )}
    </DialogCard>
  );
}
