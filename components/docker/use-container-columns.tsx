"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { Ago } from "@/components/domain/live/ago";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import type { ContainerRow } from "@/lib/contracts/docker";
import { compareNames } from "@/lib/shared/compare-names";
import { shownName } from "@/lib/shared/shown-name";
import { ContainerState } from "./container-badges";
import { portText } from "./filter-containers";
import styles from "./docker.module.css";

/** Trouble first, then what runs. */
const ranks: Record<string, number> = { dead: 0, restarting: 1, running: 3, paused: 4, created: 5 };
const rankOf = ({ state, health, restarts }: ContainerRow) =>
  health === "unhealthy" || restarts !== null ? 0 : (ranks[state] ?? 6);

export function useContainerColumns(): readonly GridColumn<ContainerRow>[] {
  const t = useTranslations("docker.columns");
  const format = useFormatter();
  const formatSize = useFormatSize();
  return useMemo(() => {
    const byName = (a: ContainerRow, b: ContainerRow) => compareNames(a.name, b.name);
    const number = (get: (row: ContainerRow) => number | null) => ({
      isNumber: true,
      compare: (a: ContainerRow, b: ContainerRow) => (get(a) ?? -1) - (get(b) ?? -1) || byName(b, a),
      firstDirection: "down" as const,
    });
    return [
      {
        id: "name",
        title: t("name"),
        width: "minmax(200px, 1fr)",
        phone: "first",
        compare: byName,
        renderCell: ({ name, image }) => (
          <span className={styles["named"]}>
            <bdi dir="ltr">{shownName(name)}</bdi>
            <bdi className={styles["from"]} dir="ltr">
              {shownName(image)}
            </bdi>
          </span>
        ),
      },
      {
        id: "state",
        title: t("state"),
        width: "minmax(132px, 180px)",
        phone: "second",
        compare: (a, b) => rankOf(a) - rankOf(b) || byName(a, b),
        renderCell: (row) => <ContainerState {...row} />,
      },
      {
        id: "stack",
        title: t("stack"),
        width: "120px",
        fromWidth: 900,
        compare: (a, b) => compareNames(a.project ?? "\uffff", b.project ?? "\uffff") || byName(a, b),
        renderCell: ({ project }) => <bdi>{project}</bdi>,
      },
      {
        id: "cpu",
        title: t("cpu"),
        width: "60px",
        fromWidth: 520,
        phone: "second",
        ...number(({ cpu }) => cpu),
        renderCell: ({ cpu }) =>
          cpu === null ? null : format.number(cpu / 100, { style: "percent", maximumFractionDigits: 1 }),
      },
      {
        id: "memory",
        title: t("memory"),
        width: "88px",
        fromWidth: 600,
        phone: "second",
        ...number(({ memory }) => memory),
        renderCell: ({ memory }) => (memory === null ? null : formatSize(memory)),
      },
      {
        id: "ports",
        title: t("ports"),
        width: "180px",
        fromWidth: 780,
        compare: (a, b) => (a.ports[0]?.outside ?? 65_536) - (b.ports[0]?.outside ?? 65_536) || byName(a, b),
        renderCell: ({ ports }) => <bdi dir="ltr">{ports.map(portText).join(", ")}</bdi>,
      },
      {
        id: "created",
        title: t("created"),
        width: "120px",
        fromWidth: 1060,
        ...number(({ created_at }) => created_at),
        renderCell: ({ created_at }) => <Ago at={created_at} />,
      },
    ];
  }, [t, format, formatSize]);
}
