"use client";

import {
  IconDatabase,
  IconDeviceSdCard,
  IconDisc,
  IconHeartbeat,
  IconServer2,
  IconStack2,
  IconUsb,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import { IconButton } from "@/components/ui/icon-button";
import type { DiskRow } from "@/lib/contracts/disk";
import { shownName } from "@/lib/shared/shown-name";
import { shortName, type Branch, type Rows } from "./arrange";
import { DeviceList } from "./device-list";
import { DiskBadges } from "./disk-badges";
import { DiskBar } from "./disk-bar";
import type { DiskActions } from "./use-disk-actions";
import styles from "./disk.module.css";

type Props = { branch: Branch; rows: Rows; actions: DiskActions };

/** A disk, or what works as one: its picture, and what it is divided into. */
export function DiskCard({ branch, rows, actions }: Props) {
  const t = useTranslations("disk");
  const formatSize = useFormatSize();
  const { row } = branch;
  const name = shortName(row);
  const members = row.parents.map((id) => shortName(rows.get(id) ?? { path: id })).join(", ");
  const facts = [
    row.model,
    row.transport === null ? null : row.transport.toUpperCase(),
    row.kind === "disk" ? t(row.is_rotating ? "rotating" : "solid") : null,
    row.table === null ? null : row.table.toUpperCase(),
    members === "" ? null : t("madeOf", { names: members }),
    row.backing,
  ].filter((fact) => fact !== null);
  // A disk without partitions is a line of its own.
  const lines = branch.children.length === 0 ? [branch] : branch.children;
  const own = branch.children.length > 0 && row.mounts.length > 0 ? [{ ...branch, children: [] }, ...lines] : lines;
  return (
    <section className={styles["card"]} aria-label={t("diskNamed", { name: shownName(name) })} id={`disk-${row.id}`}>
      <header className={styles["head"]}>
        <span className={styles["icon"]}>
          <DiskIcon row={row} />
        </span>
        <div className={styles["words"]}>
          <h2>
            <bdi dir="ltr">{shownName(name)}</bdi>
            {row.size === null ? null : <span className={styles["size"]}>{formatSize(row.size)}</span>}
            <DiskBadges row={row} />
          </h2>
          <p className={styles["facts"]}>{facts.map((fact) => shownName(fact)).join(" · ")}</p>
        </div>
        {row.kind === "disk" ? (
          <IconButton
            label={t("actions.smart", { name })}
            icon={<IconHeartbeat size={18} />}
            onClick={() => actions.open({ kind: "smart", id: row.id })}
          />
        ) : null}
      </header>
      <DiskBar branch={branch} actions={actions} />
      <DeviceList branches={own} actions={actions} owner={row.id} />
    </section>
  );
}

function DiskIcon({ row }: { row: DiskRow }) {
  if (row.kind === "raid" || row.kind === "lvm") return <IconStack2 size={20} />;
  if (row.kind === "rom") return <IconDisc size={20} />;
  if (row.kind === "remote") return <IconServer2 size={20} />;
  if (row.transport === "usb") return <IconUsb size={20} />;
  return row.id.startsWith("mmcblk") ? <IconDeviceSdCard size={20} /> : <IconDatabase size={20} />;
}
