"use client";

import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { lazy, useMemo, useState } from "react";
import { LiveList } from "@/components/domain/live/live-list";
import { LivePage } from "@/components/domain/live/live-page";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import { filterUnits, type UnitFilter } from "./filter-units";
import { UnitTools } from "./unit-tools";
import { useUnitActions } from "./use-unit-actions";
import { useUnitColumns } from "./use-unit-columns";

const UnitDialog = lazy(() => import("./unit-dialog"));
const OverrideDialog = lazy(() => import("./override-dialog"));

/** The units of systemd, live, and what can be done with them. */
export default function ServicesPage() {
  const t = useTranslations("systemd");
  const [scope, setScope] = useState("");
  const table = useMemo(
    () => createLiveTable<UnitRow>((hear, end) => keepChannel("systemd/follow", { scope }, hear, end)),
    [scope],
  );
  const [filter, setFilter] = useState<UnitFilter>({ text: "", type: "service", state: "all" });
  return (
    <LivePage
      title={t("title")}
      permission="sys_view"
      table={table}
      actions={
        <Button
          component={Link}
          href={pages.journal()}
          variant="default"
          size="xs"
          leftSection={<IconFileText size={16} />}
        >
          {t("actions.journal")}
        </Button>
      }
    >
      {(rows) => (
        <>
          <UnitTools rows={rows} filter={filter} onFilter={setFilter} scope={scope} onScope={setScope} />
          <Units rows={rows} filter={filter} scope={scope} />
        </>
      )}
    </LivePage>
  );
}

type Props = { rows: ReadonlyMap<string, UnitRow>; filter: UnitFilter; scope: string };

function Units({ rows, filter, scope }: Props) {
  const t = useTranslations("systemd");
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const columns = useUnitColumns(filter.type);
  const [overrideOf, setOverrideOf] = useState<string | null>(null);
  const opens = useMemo(() => ({ onDetails: setDetailsOf, onOverride: setOverrideOf }), []);
  const actions = useUnitActions(scope, opens);
  const shown = useMemo(() => filterUnits(rows, filter), [rows, filter]);
  return (
    <LiveList
      label={t("title")}
      columns={columns}
      rows={shown}
      sortedBy={{ column: "state", direction: "up" }}
      onOpen={({ id }) => setDetailsOf(id)}
      menuOf={actions.menuOf}
      menuLabel={({ id }) => t("actions.menu", { name: id })}
      isDim={({ active }) => active === "inactive"}
      empty={{ title: t("none"), hint: t("noneHint") }}
    >
      {detailsOf === null ? null : (
        <UnitDialog
          unit={detailsOf}
          row={rows.get(detailsOf) ?? null}
          scope={scope}
          actions={actions}
          onClose={() => setDetailsOf(null)}
        />
      )}
      {overrideOf === null ? null : <OverrideDialog unit={overrideOf} onClose={() => setOverrideOf(null)} />}
    </LiveList>
  );
}
