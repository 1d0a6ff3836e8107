"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { Ago } from "@/components/domain/live/ago";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import type { ProcessRow } from "@/lib/contracts/processes";
import { compareNames } from "@/lib/shared/compare-names";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./processes.module.css";

const states = ["R", "S", "D", "T", "Z", "I"] as const;

/** ps(1)'s letter as a word. */
export function useStateText(): (state: string) => string {
  const t = useTranslations("processes.states");
  return (state) => t(states.find((known) => known === state) ?? (state === "t" ? "T" : "other"));
}

export function useProcessColumns(): readonly GridColumn<ProcessRow>[] {
  const t = useTranslations("processes");
  const format = useFormatter();
  const formatSize = useFormatSize();
  return useMemo(() => {
    const number = (get: (row: ProcessRow) => number) => ({
      isNumber: true,
      compare: (a: ProcessRow, b: ProcessRow) => get(a) - get(b) || b.pid - a.pid,
      firstDirection: "down" as const,
    });
    const text = (get: (row: ProcessRow) => string) => ({
      compare: (a: ProcessRow, b: ProcessRow) => compareNames(get(a), get(b)) || a.pid - b.pid,
    });
    const diskOf = ({ read, written }: ProcessRow) => (read ?? 0) + (written ?? 0);
    const percent = (value: number) => format.number(value / 100, { style: "percent", maximumFractionDigits: 1 });
    return [
      {
        id: "name",
        title: t("columns.name"),
        width: "minmax(200px, 1fr)",
        phone: "first",
        ...text(({ name }) => name),
        renderCell: ({ name, command, is_kernel }) => (
          <bdi className={styles["name"]} dir="ltr" data-kernel={is_kernel || undefined}>
            {shownName(name)}
            {command === "" ? null : <span className={styles["command"]}>{shownName(command)}</span>}
          </bdi>
        ),
      },
      {
        id: "pid",
        title: t("columns.pid"),
        width: "64px",
        phone: "second",
        isNumber: true,
        compare: (a, b) => a.pid - b.pid,
        renderCell: ({ pid }) => pid,
      },
      {
        id: "user",
        title: t("columns.user"),
        width: "84px",
        fromWidth: 620,
        ...text(({ user }) => user),
        renderCell: ({ user }) => <bdi>{user}</bdi>,
      },
      {
        id: "cpu",
        title: t("columns.cpu"),
        width: "60px",
        phone: "second",
        ...number(({ cpu }) => cpu ?? 0),
        renderCell: ({ cpu }) => (cpu === null || cpu === 0 ? <Nothing /> : percent(cpu)),
      },
      {
        id: "memory",
        title: t("columns.memory"),
        width: "84px",
        phone: "second",
        ...number(({ memory }) => memory),
        renderCell: ({ memory }) => (memory === 0 ? <Nothing /> : formatSize(memory)),
      },
      {
        id: "disk",
        title: t("columns.disk"),
        width: "104px",
        fromWidth: 900,
        ...number(diskOf),
        renderCell: (row) => (diskOf(row) === 0 ? <Nothing /> : t("rate", { size: formatSize(diskOf(row)) })),
      },
      {
        id: "ports",
        title: t("columns.ports"),
        width: "84px",
        fromWidth: 1020,
        compare: (a, b) => (a.ports[0] ?? 65_536) - (b.ports[0] ?? 65_536) || a.pid - b.pid,
        renderCell: ({ ports }) => <bdi dir="ltr">{ports.join(", ")}</bdi>,
      },
      {
        id: "state",
        title: t("columns.state"),
        width: "104px",
        fromWidth: 820,
        ...text(({ state }) => state),
        renderCell: ({ state }) => <StateText state={state} />,
      },
      {
        id: "started",
        title: t("columns.started"),
        width: "120px",
        fromWidth: 1180,
        ...number(({ started_at }) => started_at ?? 0),
        renderCell: ({ started_at }) => (started_at === null ? <Nothing /> : <Ago at={started_at} />),
      },
    ];
  }, [t, format, formatSize]);
}

function StateText({ state }: { state: string }) {
  return useStateText()(state);
}

function Nothing() {
  return <span className={styles["nothing"]}>–</span>;
}
