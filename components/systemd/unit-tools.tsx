"use client";

import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { GridFilter, GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { api } from "@/lib/client/call";
import type { UnitRow } from "@/lib/contracts/systemd";
import { unitTypes } from "@/lib/shared/units-of-systemd";
import { countOf, stateFilters, type UnitFilter } from "./filter-units";

type Props = {
  rows: ReadonlyMap<string, UnitRow>;
  filter: UnitFilter;
  onFilter: (filter: UnitFilter) => void;
  scope: string;
  onScope: (scope: string) => void;
  isPinned: (unit: string) => boolean;
};

/** Which units are shown. */
export function UnitTools({ rows, filter, onFilter, scope, onScope, isPinned }: Props) {
  const t = useTranslations("systemd");
  const isRoot = useCachedMe()?.is_root === true;
  const managers = useQuery({
    queryKey: ["systemd", "managers"],
    queryFn: ({ signal }) => api.systemd.listManagers({}, { signal }),
    enabled: isRoot,
  });
  const accounts = [...new Set([...(managers.data?.accounts ?? []), ...(scope === "" ? [] : [scope])])];
  const types = ["all", ...unitTypes] as const;
  const { text, type, state } = filter;
  return (
    <GridTools>
      <GridSearch label={t("search")} text={text} onText={(typed) => onFilter({ ...filter, text: typed })} />
      <GridFilter
        label={t("type")}
        values={types}
        value={type}
        onValue={(one) => onFilter({ ...filter, type: one })}
        nameOf={(one) => t(`types.${one}`)}
      />
      <GridFilter
        label={t("state")}
        values={stateFilters}
        value={state}
        // What is pinned is of all types.
        onValue={(one) => onFilter({ ...filter, state: one, ...(one === "pinned" ? { type: "all" } : {}) })}
        nameOf={(one) =>
          // Only of services and the like it is said that they run.
          (one === "active" || one === "inactive") && type !== "all" && type !== "service" && type !== "scope"
            ? t(`active.${one === "active" ? "on" : "off"}`)
            : t(`filters.${one}`, {
                count: countOf(rows, { type: one === "pinned" ? "all" : type, state: one }, isPinned),
              })
        }
      />
      {accounts.length === 0 ? null : (
        <NativeSelect
          size="xs"
          aria-label={t("manager")}
          value={scope}
          data={[{ value: "", label: t("system") }, ...accounts]}
          onChange={({ currentTarget }) => onScope(currentTarget.value)}
        />
      )}
    </GridTools>
  );
}
