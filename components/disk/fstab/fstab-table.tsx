"use client";

import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { EmptyState } from "@/components/ui/state/empty-state";
import { Table } from "@/components/ui/table";
import { needsNofail, type FstabEntry, type FstabLine } from "@/lib/shared/fstab";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./fstab.module.css";

type Props = {
  lines: readonly FstabLine[];
  onEdit: (index: number, entry: FstabEntry) => void;
  onRemove: (index: number) => void;
};

/** The lines that mount something; comments are to be seen in the text alone. */
export function FstabTable({ lines, onEdit, onRemove }: Props) {
  const t = useTranslations("disk.fstab");
  const rows = lines.flatMap(({ entry }, index) => (entry === null ? [] : [{ ...entry, index, entry }]));
  if (rows.length === 0) return <EmptyState title={t("none")} hint={t("noneHint")} />;
  const code = (text: string) => (
    <bdi dir="ltr" className={styles["code"]}>
      {shownName(text)}
    </bdi>
  );
  return (
    <Table
      label={t("title")}
      rows={rows}
      rowKey={({ index }) => index}
      columns={[
        { id: "place", title: t("place"), renderCell: ({ place }) => code(place) },
        { id: "source", title: t("source"), isLine: true, renderCell: ({ source }) => code(source) },
        { id: "type", title: t("type"), renderCell: ({ type }) => code(type) },
        {
          id: "options",
          title: t("options"),
          isLine: true,
          renderCell: ({ entry }) => (
            <>
              {code(entry.options.join(","))} {isWaitedFor(entry) ? <Badge tone="warn">{t("waitedFor")}</Badge> : null}
            </>
          ),
        },
        { id: "pass", title: t("pass"), wideOnly: true, align: "end", renderCell: ({ pass }) => pass },
        {
          id: "actions",
          title: t("actions"),
          isTitleHidden: true,
          align: "end",
          renderCell: ({ index, entry }) => (
            <span className={styles["rowActions"]}>
              <IconButton
                label={t("edit", { name: entry.place })}
                icon={<IconPencil size={16} />}
                onClick={() => onEdit(index, entry)}
              />
              <IconButton
                label={t("remove", { name: entry.place })}
                icon={<IconTrash size={16} />}
                onClick={() => onRemove(index)}
              />
            </span>
          ),
        },
      ]}
    />
  );
}

const isWaitedFor = (entry: FstabEntry) =>
  needsNofail(entry) && !entry.options.some((option) => option === "nofail" || option === "noauto");
