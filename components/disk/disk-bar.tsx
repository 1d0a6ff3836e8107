"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import { toneOf } from "@/components/ui/use-bar";
import { shownName } from "@/lib/shared/shown-name";
import { segmentsOf, shortName, spaceRowOf, typeName, shareOf, type Branch, type Segment } from "./arrange";
import type { DiskActions } from "./use-disk-actions";
import styles from "./disk.module.css";

/** The disk as it lies there: its partitions in proportion, each as full as it is. What it shows the lines below say in words. */
export function DiskBar({ branch, actions }: { branch: Branch; actions: DiskActions }) {
  const segments = segmentsOf(branch);
  if (branch.row.size === null || branch.row.size === 0) return null;
  return (
    <div className={styles["bar"]}>
      {segments.map((segment, index) => (
        <Part key={segment.row?.id ?? `gap-${index}`} segment={segment} branch={branch} actions={actions} />
      ))}
    </div>
  );
}

function Part({ segment, branch, actions }: { segment: Segment; branch: Branch; actions: DiskActions }) {
  const t = useTranslations("disk");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const { row, bytes } = segment;
  const style = { flexGrow: Math.max(1, bytes / 1024 ** 2) };
  const size = formatSize(bytes);
  if (row === null)
    return (
      <span className={styles["gap"]} style={style} data-tip={t("free", { size })}>
        <span className={styles["partName"]}>{t("unused")}</span>
        <span className={styles["partSize"]}>{size}</span>
      </span>
    );
  const own = row.id === branch.row.id ? branch : branch.children.find((child) => child.row.id === row.id);
  const told = own === undefined ? row : spaceRowOf(own);
  const share = shareOf(told);
  const name = shownName(nameOf(told, row));
  const percent = share === null ? null : format.number(share, { style: "percent" });
  const words = [shownName(shortName(row)), name, size, percent === null ? null : t("usedShare", { percent })];
  return (
    <button
      type="button"
      className={styles["part"]}
      style={style}
      data-tone={share === null ? "none" : toneOf(share)}
      aria-label={words.filter((word) => word !== null).join(", ")}
      data-tip={words.filter((word) => word !== null).join(" · ")}
      onClick={() => actions.openDetails(row.id)}
    >
      <span className={styles["fill"]} style={{ inlineSize: `${(share ?? 0) * 100}%` }} />
      <span className={styles["partName"]}>
        <bdi dir="ltr">{name}</bdi>
      </span>
      <span className={styles["partSize"]}>{size}</span>
    </button>
  );
}

/** What people know it by. */
function nameOf(told: Segment["row"] & {}, row: Segment["row"] & {}): string {
  return (
    told.mounts[0]?.place ??
    row.label ??
    row.part_label ??
    (row.fs_type === null ? shortName(row) : typeName(row.fs_type))
  );
}
