"use client";

import { IconChartTreemap, IconCornerDownRight } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { UseBar } from "@/components/ui/use-bar";
import type { DiskRow } from "@/lib/contracts/disk";
import { parseVirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { shortName, typeName, shareOf, type Branch } from "./arrange";
import { DiskBadges } from "./disk-badges";
import { isMountable, type DiskActions } from "./use-disk-actions";
import styles from "./disk.module.css";

type Props = {
  branches: readonly Branch[];
  actions: DiskActions;
  level?: number;
  /** The device whose card this is: what is said above is not said again. */
  owner?: string;
};

/** Devices, and below each what is made of it. */
export function DeviceList({ branches, actions, level = 0, owner = "" }: Props) {
  return (
    <ul className={styles["list"]}>
      {branches.map((branch) => (
        <li key={branch.row.id}>
          <Device branch={branch} actions={actions} level={level} isOwner={branch.row.id === owner} />
          {branch.children.length === 0 ? null : (
            <DeviceList branches={branch.children} actions={actions} level={level + 1} />
          )}
        </li>
      ))}
    </ul>
  );
}

type DeviceProps = { branch: Branch; actions: DiskActions; level: number; isOwner: boolean };

function Device({ branch: { row, isElsewhere }, actions, level, isOwner }: DeviceProps) {
  const t = useTranslations("disk");
  const formatSize = useFormatSize();
  const name = shortName(row);
  const title = row.label ?? row.part_label;
  return (
    <div className={styles["line"]} style={{ "--level": level } as CSSProperties}>
      <span className={styles["name"]}>
        {level === 0 ? null : <IconCornerDownRight size={14} aria-hidden data-flip />}
        {isElsewhere ? (
          <a href={`#disk-${row.id}`}>
            <bdi dir="ltr">{shownName(name)}</bdi>
          </a>
        ) : (
          <button type="button" onClick={() => actions.openDetails(row.id)}>
            <bdi dir="ltr">{shownName(name)}</bdi>
          </button>
        )}
        {title === null ? null : <bdi className={styles["label"]}>{shownName(title)}</bdi>}
        {isElsewhere || isOwner ? null : <DiskBadges row={row} />}
      </span>
      <span className={styles["type"]}>{isElsewhere ? row.type.toUpperCase() : <TypeOf row={row} />}</span>
      <span className={styles["bytes"]}>{row.size === null ? null : formatSize(row.size)}</span>
      <span className={styles["use"]}>{isElsewhere ? null : <Use row={row} />}</span>
      <span className={styles["place"]}>{isElsewhere ? null : <Place row={row} />}</span>
      <span className={styles["menu"]}>
        {isElsewhere ? null : <ActionMenu label={t("actions.menu", { name })} items={actions.menuOf(row)} />}
      </span>
    </div>
  );
}

function TypeOf({ row }: { row: DiskRow }) {
  const t = useTranslations("disk");
  if (row.is_swap) return t("swap");
  return row.fs_type === null ? null : <bdi dir="ltr">{typeName(row.fs_type)}</bdi>;
}

function Use({ row }: { row: DiskRow }) {
  const t = useTranslations("disk");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const share = shareOf(row);
  if (row.space === null || share === null) return null;
  return (
    <>
      <UseBar share={share} label={t("usedOf", { name: shortName(row) })} />
      <span className={styles["figure"]}>
        {t("freeOf", {
          percent: format.number(share, { style: "percent" }),
          free: formatSize(row.space.available),
        })}
      </span>
    </>
  );
}

function Place({ row }: { row: DiskRow }) {
  const t = useTranslations("disk");
  const [first, ...others] = row.mounts;
  const path = row.folder === null ? null : parseVirtualPath(row.folder);
  if (first === undefined) return isMountable(row) ? <span className={styles["quiet"]}>{t("notMounted")}</span> : null;
  return (
    <>
      <bdi dir="ltr" className={styles["path"]} title={shownName(first.place)}>
        {shownName(first.place)}
      </bdi>
      {others.length === 0 ? null : <Badge>{t("morePlaces", { count: others.length })}</Badge>}
      {path === null ? null : (
        <IconButton
          label={t("actions.spaceMapOf", { name: first.place })}
          icon={<IconChartTreemap size={17} />}
          onClick={() => folderToolRequest.set({ tool: "spaceMap", path })}
        />
      )}
    </>
  );
}
