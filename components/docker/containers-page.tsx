"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { lazy, useMemo, useState } from "react";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { LiveList } from "@/components/domain/live/live-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { GridFilter, GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { ContainerRow } from "@/lib/contracts/docker";
import { containerFilters, filterContainers, isRunning, type ContainerFilter } from "./filter-containers";
import { useContainerActions } from "./use-container-actions";
import { useContainerColumns } from "./use-container-columns";

const ContainerDialog = lazy(() => import("./container-dialog"));
const SpecDialog = lazy(() => import("./make/spec-dialog"));

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
      {...(can("docker_container_update")
        ? {
            actions: (
              <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                {t("create")}
              </Button>
            ),
          }
        : {})}
    >
      {(rows) => <Containers rows={rows} isCreating={isCreating} onCreated={() => setCreating(false)} />}
    </LivePage>
  );
}

type Props = { rows: ReadonlyMap<string, ContainerRow>; isCreating: boolean; onCreated: () => void };

function Containers({ rows, isCreating, onCreated }: Props) {
  const t = useTranslations("docker");
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<ContainerFilter>("all");
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const [recreated, setRecreated] = useState<string | null>(null);
  const columns = useContainerColumns();
  const actions = useContainerActions({ onDetails: setDetailsOf, onRecreate: setRecreated });
  const shown = useMemo(() => filterContainers(rows, { text, filter }), [rows, text, filter]);
  const countOf = (one: ContainerFilter) => filterContainers(rows, { text: "", filter: one }).size;
  return (
    <>
      <GridTools>
        <GridSearch label={t("search")} text={text} onText={setText} />
        <GridFilter
          label={t("filters.label")}
          values={containerFilters}
          value={filter}
          onValue={setFilter}
          nameOf={(one) => t(`filters.${one}`, { count: countOf(one) })}
        />
      </GridTools>
      <LiveList
        label={t("title")}
        columns={columns}
        rows={shown}
        sortedBy={{ column: "state", direction: "up" }}
        onOpen={({ id }) => setDetailsOf(id)}
        menuOf={actions.menuOf}
        menuLabel={({ name }) => t("actions.menu", { name })}
        isDim={(row) => !isRunning(row)}
        empty={
          rows.size === 0 ? { title: t("none"), hint: t("noneHint") } : { title: t("noMatch"), hint: t("noMatchHint") }
        }
      >
        {recreated === null && !isCreating ? null : (
          <SpecDialog
            key={recreated}
            row={recreated === null ? null : (rows.get(recreated) ?? null)}
            onClose={() => {
              setRecreated(null);
              onCreated();
            }}
          />
        )}
        {detailsOf === null ? null : (
          <ContainerDialog
            id={detailsOf}
            row={rows.get(detailsOf) ?? null}
            actions={actions}
            onClose={() => setDetailsOf(null)}
          />
        )}
      </LiveList>
    </>
  );
}
