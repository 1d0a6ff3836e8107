"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useIsMobile } from "@/components/ui/use-media";
import { Ago } from "@/components/domain/live/ago";
import { Badge } from "@/components/ui/badge";
import type { GridColumn } from "@/components/ui/grid/grid-column";
import type { NetworkRow } from "@/lib/contracts/network";
import { compareNames } from "@/lib/shared/compare-names";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./network.module.css";

export function useNetworkColumns(): readonly GridColumn<NetworkRow>[] {
  const t = useTranslations("network");
  const isPhone = useIsMobile();
  const format = useFormatter();
  return useMemo(() => {
    const byName = (a: NetworkRow, b: NetworkRow) => compareNames(a.name, b.name);
    return [
      {
        id: "name",
        title: t("columns.name"),
        width: "minmax(180px, 1fr)",
        phone: "first",
        compare: byName,
        renderCell: ({ name, is_own }) => (
          <bdi className={styles["cut"]} dir="ltr">
            {shownName(name)}
            {is_own ? <span className={styles["quiet"]}>{t("own")}</span> : null}
          </bdi>
        ),
      },
      {
        id: "driver",
        title: t("columns.driver"),
        width: "100px",
        fromWidth: 420,
        phone: "second",
        compare: (a, b) => compareNames(a.driver, b.driver) || byName(a, b),
        renderCell: ({ driver }) => <bdi dir="ltr">{driver}</bdi>,
      },
      {
        id: "subnets",
        title: t("columns.subnets"),
        width: "180px",
        fromWidth: 560,
        phone: "second",
        compare: (a, b) => compareNames(a.subnets[0] ?? "\uffff", b.subnets[0] ?? "\uffff") || byName(a, b),
        renderCell: ({ subnets }) => (
          <bdi className={styles["cut"]} dir="ltr">
            {subnets.join(", ")}
          </bdi>
        ),
      },
      {
        id: "internal",
        title: t("columns.internal"),
        width: "100px",
        fromWidth: 760,
        renderCell: ({ is_internal }) => (is_internal ? <Badge>{t("internal")}</Badge> : null),
      },
      {
        id: "used",
        title: t("columns.used"),
        width: "110px",
        isNumber: true,
        phone: "second",
        compare: (a, b) => a.used_by - b.used_by || byName(b, a),
        firstDirection: "down",
        renderCell: ({ used_by }) =>
          used_by === 0 ? null : isPhone ? t("used", { count: used_by }) : format.number(used_by),
      },
      {
        id: "stack",
        title: t("columns.stack"),
        width: "120px",
        fromWidth: 860,
        compare: (a, b) => compareNames(a.project ?? "\uffff", b.project ?? "\uffff") || byName(a, b),
        renderCell: ({ project }) => <bdi>{project}</bdi>,
      },
      {
        id: "created",
        title: t("columns.created"),
        width: "130px",
        fromWidth: 960,
        compare: (a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || byName(b, a),
        firstDirection: "down",
        renderCell: ({ created_at }) => (created_at === null ? null : <Ago at={created_at} />),
      },
    ];
  }, [t, format, isPhone]);
}
