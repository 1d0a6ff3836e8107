"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo, useState } from "react";
import { LiveTableState } from "@/components/domain/live/live-table-state";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { DataGrid } from "@/components/ui/grid/data-grid";
import type { GridSort } from "@/components/ui/grid/grid-order";
import { GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { EmptyState } from "@/components/ui/state/empty-state";
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
    <Page title={t("title")} isFull>
      <RequirePermission permission="docker_view" or="docker_container_rule">
        <LiveTableState table={containerTable}>{(rows) => <Containers rows={rows} />}</LiveTableState>
      </RequirePermission>
    </Page>
  );
}

function Containers({ rows }: { rows: ReadonlyMap<string, ContainerRow> }) {
  const t = useTranslations("docker");
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<ContainerFilter>("all");
  const [sort, setSort] = useState<GridSort>({ column: "state", direction: "up" });
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const columns = useContainerColumns();
  const actions = useContainerActions(setDetailsOf);
  const shown = useMemo(() => filterContainers(rows, { text, filter }), [rows, text, filter]);
  const countOf = (one: ContainerFilter) => filterContainers(rows, { text: "", filter: one }).size;
  return (
    <>
      <GridTools>
        <GridSearch label={t("search")} text={text} onText={setText} />
        <NativeSelect
          size="xs"
          aria-label={t("filters.label")}
          value={filter}
          data={containerFilters.map((one) => ({ value: one, label: t(`filters.${one}`, { count: countOf(one) }) }))}
          onChange={({ currentTarget }) =>
            setFilter(containerFilters.find((one) => one === currentTarget.value) ?? "all")
          }
        />
      </GridTools>
      <DataGrid
        label={t("title")}
        columns={columns}
        rows={shown}
        sort={sort}
        onSort={setSort}
        onOpen={({ id }) => setDetailsOf(id)}
        menuOf={actions.menuOf}
        menuLabel={({ name }) => t("actions.menu", { name })}
        isDim={(row) => !isRunning(row)}
        empty={
          rows.size === 0 ? (
            <EmptyState title={t("none")} hint={t("noneHint")} />
          ) : (
            <EmptyState title={t("noMatch")} hint={t("noMatchHint")} />
          )
        }
      />
      {detailsOf === null ? null : (
        <Suspense>
          <ContainerDialog
            id={detailsOf}
            row={rows.get(detailsOf) ?? null}
            actions={actions}
            onClose={() => setDetailsOf(null)}
          />
        </Suspense>
      )}
    </>
  );
}
