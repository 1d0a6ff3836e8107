"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { Ago } from "@/components/domain/live/ago";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import type { UnitRow } from "@/lib/contracts/systemd";
import { compareNames } from "@/lib/shared/compare-names";
import { shownName } from "@/lib/shared/shown-name";
import type { UnitType } from "@/lib/shared/units-of-systemd";
import { PinButton } from "./pin-button";
import { ActiveBadge, FileState } from "./unit-badges";
import type { PinnedUnits } from "./use-pinned-units";
import styles from "./systemd.module.css";

/** What went wrong first, then what runs. */
const ranks: Record<string, number> = { failed: 0, activating: 1, deactivating: 1, reloading: 1, active: 2 };
function rankOf({ active, sub, restarts }: UnitRow): number {
  if (restarts !== null) return 0;
  return active === "active" && sub === "exited" ? 3 : (ranks[active] ?? 4);
}

export function useUnitColumns(
  type: UnitType | "all",
  { isPinned, toggle }: PinnedUnits,
): readonly GridColumn<UnitRow>[] {
  const t = useTranslations("systemd.columns");
  const tFiles = useTranslations("systemd.files");
  const format = useFormatter();
  const formatSize = useFormatSize();
  return useMemo(() => {
    const byName = (a: UnitRow, b: UnitRow) => compareNames(a.id, b.id);
    const number = (get: (row: UnitRow) => number | null) => ({
      isNumber: true,
      compare: (a: UnitRow, b: UnitRow) => (get(a) ?? -1) - (get(b) ?? -1) || byName(b, a),
      firstDirection: "down" as const,
    });
    const columns: GridColumn<UnitRow>[] = [
      {
        id: "name",
        title: t("name"),
        width: "minmax(220px, 1fr)",
        phone: "first",
        compare: byName,
        renderCell: ({ id, description, alias_of: aliasOf }) => (
          <>
            <bdi className={styles["name"]} dir="ltr">
              {shownName(id)}
              <span className={styles["description"]}>
                {aliasOf === null ? shownName(description) : tFiles("aliasOf", { name: shownName(aliasOf) })}
              </span>
            </bdi>
            {/* Behind the name for those who hear it, in front of it for those who see it. */}
            <PinButton unit={id} isPinned={isPinned(id)} onToggle={toggle} />
          </>
        ),
      },
      {
        id: "state",
        title: t("state"),
        width: "minmax(116px, 170px)",
        phone: "second",
        compare: (a, b) => rankOf(a) - rankOf(b) || byName(a, b),
        renderCell: ({ id, active, sub, restarts }) => (
          <ActiveBadge id={id} active={active} sub={sub} restarts={restarts} />
        ),
      },
      {
        id: "file",
        title: t("file"),
        width: "104px",
        fromWidth: 560,
        compare: (a, b) => compareNames(a.file, b.file) || byName(a, b),
        renderCell: ({ file }) => <FileState file={file} alias_of={null} />,
      },
    ];
    if (type === "timer")
      columns.push({
        id: "next",
        title: t("next"),
        width: "150px",
        phone: "second",
        compare: (a, b) => (a.next ?? Number.MAX_VALUE) - (b.next ?? Number.MAX_VALUE) || byName(a, b),
        renderCell: ({ next }) =>
          next === null ? null : format.dateTime(next, { dateStyle: "short", timeStyle: "short" }),
      });
    else
      columns.push(
        {
          id: "cpu",
          title: t("cpu"),
          width: "60px",
          fromWidth: 720,
          ...number(({ cpu }) => cpu),
          renderCell: ({ cpu }) =>
            cpu === null || cpu === 0 ? null : format.number(cpu / 100, { style: "percent", maximumFractionDigits: 1 }),
        },
        {
          id: "memory",
          title: t("memory"),
          width: "88px",
          fromWidth: 640,
          phone: "second",
          ...number(({ memory }) => memory),
          renderCell: ({ memory }) => (memory === null || memory === 0 ? null : formatSize(memory)),
        },
      );
    columns.push({
      id: "since",
      title: t("since"),
      width: "120px",
      fromWidth: 860,
      ...number(({ since }) => since),
      renderCell: ({ since, active }) => (since === null || active === "inactive" ? null : <Ago at={since} />),
    });
    return columns;
  }, [t, tFiles, format, formatSize, type, isPinned, toggle]);
}
