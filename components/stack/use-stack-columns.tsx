"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import type { StackRow } from "@/lib/contracts/stack";
import { compareNames } from "@/lib/shared/compare-names";
import { shownName } from "@/lib/shared/shown-name";
import { StackBadge } from "./stack-badge";
import { stackStateOf, type StackState } from "./stack-state";
import styles from "./stack.module.css";

const ranks: Record<StackState, number> = { trouble: 0, partial: 1, running: 2, stopped: 3, none: 4 };
const runningOf = ({ services }: StackRow) => services.reduce((sum, { running }) => sum + running, 0);
const allOf = ({ services }: StackRow) => services.reduce((sum, { containers }) => sum + containers, 0);

export function useStackColumns(): readonly GridColumn<StackRow>[] {
  const t = useTranslations("stack");
  return useMemo(() => {
    const byName = (a: StackRow, b: StackRow) => compareNames(a.id, b.id);
    const rankOf = (row: StackRow) => ranks[stackStateOf(row)];
    return [
      {
        id: "name",
        title: t("columns.name"),
        width: "minmax(180px, 1fr)",
        phone: "first",
        compare: byName,
        renderCell: ({ id, origin }) => (
          <bdi className={styles["cut"]} dir="ltr">
            {shownName(id)}
            {origin === "foreign" ? <span className={styles["quiet"]}>{t("foreign")}</span> : null}
          </bdi>
        ),
      },
      {
        id: "state",
        title: t("columns.state"),
        width: "150px",
        phone: "second",
        compare: (a, b) => rankOf(a) - rankOf(b) || byName(a, b),
        renderCell: (row) => <StackBadge row={row} />,
      },
      {
        id: "containers",
        title: t("columns.containers"),
        width: "110px",
        isNumber: true,
        fromWidth: 560,
        compare: (a, b) => allOf(a) - allOf(b) || byName(b, a),
        firstDirection: "down",
        renderCell: (row) => (allOf(row) === 0 ? null : t("runningOf", { running: runningOf(row), all: allOf(row) })),
      },
      {
        id: "services",
        title: t("columns.services"),
        width: "minmax(140px, 1fr)",
        fromWidth: 640,
        phone: "second",
        renderCell: ({ services }) => (
          <bdi className={styles["cut"]} dir="ltr">
            {services.map(({ name }) => name).join(", ")}
          </bdi>
        ),
      },
      {
        id: "folder",
        title: t("columns.folder"),
        width: "minmax(160px, 1fr)",
        fromWidth: 980,
        compare: (a, b) => compareNames(a.folder ?? "\uffff", b.folder ?? "\uffff") || byName(a, b),
        renderCell: ({ folder }) => (
          <bdi className={`${styles["cut"]} ${styles["quiet"]}`} dir="ltr">
            {folder === null ? "" : shownName(folder)}
          </bdi>
        ),
      },
    ];
  }, [t]);
}
