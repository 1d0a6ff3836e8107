"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LiveList } from "@/components/domain/live/live-list";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { useCachedMe } from "@/components/layout/use-me";
import type { UnitRow } from "@/lib/contracts/systemd";
import { filterUnits, type UnitFilter } from "./filter-units";
import { UnitDialogs, type Opened } from "./unit-dialogs";
import { useDeleteUnit } from "./use-delete-unit";
import type { PinnedUnits } from "./use-pinned-units";
import { useUnitActions } from "./use-unit-actions";
import { useUnitColumns } from "./use-unit-columns";

type Props = {
  rows: ReadonlyMap<string, UnitRow>;
  filter: UnitFilter;
  scope: string;
  pinned: PinnedUnits;
  dialog: OpenDialog<Opened>;
};

export function UnitList({ rows, filter, scope, pinned, dialog }: Props) {
  const t = useTranslations("systemd");
  const singleKeys = useCachedMe()?.singleKeys !== false;
  const { isPinned, toggle } = pinned;
  const columns = useUnitColumns(filter.type, pinned);
  const deletion = useDeleteUnit(scope);
  const actions = useUnitActions(scope, { dialog, onDelete: deletion.ask, pinned, hasKeys: singleKeys });
  const shown = useMemo(() => filterUnits(rows, filter, isPinned), [rows, filter, isPinned]);
  const isFirst = useMemo(() => (row: UnitRow) => isPinned(row.id), [isPinned]);
  return (
    <LiveList
      label={t("title")}
      columns={columns}
      rows={shown}
      sortedBy={{ column: "state", direction: "up" }}
      onOpen={({ id }) => dialog.openDetails(id)}
      menuOf={actions.menuOf}
      menuLabel={({ id }) => t("actions.menu", { name: id })}
      isFirst={isFirst}
      onKey={(key, { id }) => {
        if (!singleKeys || key.toLowerCase() !== "p") return false;
        toggle(id);
        return true;
      }}
      isDim={({ active }) => active === "inactive"}
      empty={
        filter.state === "pinned"
          ? { title: t("pin.none"), hint: t("pin.noneHint") }
          : { title: t("none"), hint: t("noneHint") }
      }
    >
      <UnitDialogs dialog={dialog} rows={rows} scope={scope} actions={actions} onRestore={deletion.restore} />
    </LiveList>
  );
}
