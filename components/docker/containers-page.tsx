"use client";

import { Button } from "@mantine/core";
import { IconChartPie, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { FoundList } from "@/components/domain/live/found-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { useDialogAddress } from "@/components/layout/use-dialog-address";
import { useStore } from "@/components/ui/use-store";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { ContainerRow } from "@/lib/contracts/docker";
import { containerFilters, filterContainers, findContainer, isRunning } from "./filter-containers";
import { useContainerActions } from "./use-container-actions";
import { useContainerColumns } from "./use-container-columns";

const ContainerDialog = lazyDialog(() => import("./container-dialog"));
const DiskUseDialog = lazyDialog(() => import("./disk-use-dialog"));
const SpecDialog = lazyDialog(() => import("./make/spec-dialog"));

const containerTable = createLiveTable<ContainerRow>((hear, end) => keepChannel("docker/follow", {}, hear, end));

/** The containers of this machine, live. */
export default function ContainersPage() {
  const t = useTranslations("docker");
  const can = useCan();
  const [isCreating, setCreating] = useState(false);
  return (
    <LivePage
      title={t("title")}
      permission="docker_view"
      or="docker_container_rule"
      table={containerTable}
      tabs={<DockerTabs />}
      {...(can("docker_view") ? { actions: <PageButtons onCreate={() => setCreating(true)} /> } : {})}
    >
      {(rows) => <Containers rows={rows} isCreating={isCreating} onCreated={() => setCreating(false)} />}
    </LivePage>
  );
}

function PageButtons({ onCreate }: { onCreate: () => void }) {
  const t = useTranslations("docker");
  const can = useCan();
  const { problem } = useStore(containerTable);
  const [isMeasuring, setMeasuring] = useState(false);
  // What keeps the list from being read keeps containers from being measured and made.
  const isAway = problem !== null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChartPie size={16} />}
        disabled={isAway}
        onClick={() => setMeasuring(true)}
      >
        {t("diskUse.open")}
      </Button>
      {can("docker_container_update") ? (
        <Button size="xs" leftSection={<IconPlus size={16} />} disabled={isAway} onClick={onCreate}>
          {t("create")}
        </Button>
      ) : null}
      {isMeasuring ? <DiskUseDialog onClose={() => setMeasuring(false)} /> : null}
    </>
  );
}

type Props = { rows: ReadonlyMap<string, ContainerRow>; isCreating: boolean; onCreated: () => void };

function Containers({ rows, isCreating, onCreated }: Props) {
  const t = useTranslations("docker");
  const { details, other: recreated, openDetails, openOther, close } = useDialogAddress<string>();
  const searched = useSearchParams().get("find") ?? "";
  const columns = useContainerColumns();
  const actions = useContainerActions({ onDetails: openDetails, onRecreate: openOther });
  return (
    <FoundList
      label={t("title")}
      columns={columns}
      rows={rows}
      find={filterContainers}
      key={searched}
      search={t("search")}
      searched={searched}
      filters={{
        label: t("filters.label"),
        values: containerFilters,
        nameOf: (one, count) => t(`filters.${one}`, { count }),
      }}
      sortedBy={{ column: "state", direction: "up" }}
      onOpen={({ id }) => openDetails(id)}
      menuOf={actions.menuOf}
      menuLabel={({ name }) => t("actions.menu", { name })}
      isDim={(row) => !isRunning(row)}
      none={{ title: t("none"), hint: t("noneHint") }}
      noMatch={{ title: t("noMatch"), hint: t("noMatchHint") }}
    >
      {recreated === null && !isCreating ? null : (
        <SpecDialog
          key={recreated}
          row={recreated === null ? null : (rows.get(recreated) ?? null)}
          onClose={() => {
            close();
            onCreated();
          }}
        />
      )}
      {details === null || isCreating ? null : (
        <ContainerDialog id={details} row={findContainer(rows, details)} actions={actions} onClose={close} />
      )}
    </FoundList>
  );
}
