"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { api } from "@/lib/client/call";
import type { UnitRow } from "@/lib/contracts/systemd";
import { unitTypes } from "@/lib/shared/units-of-systemd";
import { countOf, stateFilters, type UnitFilter } from "./filter-units";
import styles from "./systemd.module.css";

type Props = {
  rows: ReadonlyMap<string, UnitRow>;
  filter: UnitFilter;
  onFilter: (filter: UnitFilter) => void;
  scope: string;
  onScope: (scope: string) => void;
};

/** Which units are shown. */
export function UnitTools({ rows, filter, onFilter, scope, onScope }: Props) {
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
    <div className={styles["tools"]}>
      <TextInput
        className={styles["search"]}
        type="search"
        size="xs"
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("type")}
        value={type}
        data={types.map((one) => ({ value: one, label: t(`types.${one}`) }))}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, type: types.find((one) => one === currentTarget.value) ?? "all" })
        }
      />
      <NativeSelect
        size="xs"
        aria-label={t("state")}
        value={state}
        data={stateFilters.map((one) => ({
          value: one,
          label: t(`filters.${one}`, { count: countOf(rows, { type, state: one }) }),
        }))}
        onChange={({ currentTarget }) =>
          onFilter({ ...filter, state: stateFilters.find((one) => one === currentTarget.value) ?? "all" })
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
    </div>
  );
}
