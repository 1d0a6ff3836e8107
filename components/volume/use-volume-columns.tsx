"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Ago } from "@/components/domain/live/ago";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import type { VolumeRow } from "@/lib/contracts/volume";
import { compareNames } from "@/lib/shared/compare-names";
import { shownName } from "@/lib/shared/shown-name";
import { volumeText } from "./filter-volumes";
import styles from "./volume.module.css";

export function useVolumeColumns(): readonly GridColumn<VolumeRow>[] {
  const t = useTranslations("volume");
  const formatSize = useFormatSize();
  return useMemo(() => {
    const byName = (a: VolumeRow, b: VolumeRow) => compareNames(a.id, b.id);
    return [
      {
        id: "name",
        title: t("columns.name"),
        width: "minmax(200px, 1fr)",
        phone: "first",
        // What has a name first.
        compare: (a, b) => Number(a.is_anonymous) - Number(b.is_anonymous) || byName(a, b),
        renderCell: (row) => (
          <bdi className={styles["cut"]} dir="ltr">
            {shownName(volumeText(row))}
            {row.is_anonymous ? <span className={styles["quiet"]}>{t("anonymous")}</span> : null}
          </bdi>
        ),
      },
      {
        id: "used",
        title: t("columns.used"),
        width: "minmax(140px, 1fr)",
        fromWidth: 480,
        phone: "second",
        compare: (a, b) => b.used_by.length - a.used_by.length || byName(a, b),
        renderCell: ({ used_by }) =>
          used_by.length === 0 ? (
            <span className={styles["faint"]}>{t("unused")}</span>
          ) : (
            <bdi className={styles["cut"]} dir="ltr">
              {used_by.join(", ")}
            </bdi>
          ),
      },
      {
        id: "size",
        title: t("columns.size"),
        width: "96px",
        isNumber: true,
        phone: "second",
        compare: (a, b) => (a.size ?? -1) - (b.size ?? -1) || byName(b, a),
        firstDirection: "down",
        renderCell: ({ size }) => (size === null ? null : formatSize(size)),
      },
      {
        id: "stack",
        title: t("columns.stack"),
        width: "120px",
        fromWidth: 800,
        compare: (a, b) => compareNames(a.project ?? "\uffff", b.project ?? "\uffff") || byName(a, b),
        renderCell: ({ project }) => <bdi>{project}</bdi>,
      },
      {
        id: "driver",
        title: t("columns.driver"),
        width: "90px",
        fromWidth: 900,
        compare: (a, b) => compareNames(a.driver, b.driver) || byName(a, b),
        renderCell: ({ driver }) => <bdi dir="ltr">{driver}</bdi>,
      },
      {
        id: "created",
        title: t("columns.created"),
        width: "130px",
        fromWidth: 700,
        compare: (a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || byName(b, a),
        firstDirection: "down",
        renderCell: ({ created_at }) => (created_at === null ? null : <Ago at={created_at} />),
      },
    ];
  }, [t, formatSize]);
}
