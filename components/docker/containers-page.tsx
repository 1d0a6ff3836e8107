"use client";

import { useTranslations } from "next-intl";
import { lazy, useMemo, useState } from "react";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { LiveList } from "@/components/domain/live/live-list";
import { LivePage } from "@/components/domain/live/live-page";
import { GridFilter, GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { ContainerRow } from "@/lib/contracts/docker";
import { containerFilters, filterContainers, isRunning, type ContainerFilter } from "./filter-containers";
import { useContainerActions } from "./use-container-actions";
import { useContainerColumns } from "./use-container-columns";

const ContainerDialog = lazy(() => import("./container-dialog"));

const containerTable = createLiveTable<ContainerRow>((hear, end) => keepChannel("docker/follow", {}, hear, end));

/** The containers of this machine, live. */
export default function ContainersPage() {
  const t = useTranslations("docker");
  return (
    <LivePage
      title={t("title")}
      permission="docker_view"
      or="docker_container_rule"
      table={containerTable}
      tabs={<DockerTabs />}
    >
      {(rows) => <Containers rows={rows} />}
    </LivePage>
  );
}

function Containers({ rows }: { rows: ReadonlyMap<string, ContainerRow> }) {
  const t = useTranslations("docker");
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<ContainerFilter>("all");
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const columns = useContainerColumns();
  const actions = useContainerActions(setDetailsOf);
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
