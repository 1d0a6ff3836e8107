"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Badge } from "@/components/ui/badge";
import { DetailButtons, DetailPart } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { isAction } from "@/components/ui/menu/menu-items";
import type { DiskRow } from "@/lib/contracts/disk";
import { shownName } from "@/lib/shared/shown-name";
import { usedOf } from "@/lib/shared/volume-use";
import { shortName, shareOf, type Rows } from "./arrange";
import type { DiskActions } from "./use-disk-actions";
import styles from "./disk.module.css";

type Props = { row: DiskRow; rows: Rows; actions: DiskActions; onClose: () => void };

/** All that is known of a device, and what can be done with it. */
export function DetailsDialog({ row, rows, actions, onClose }: Props) {
  const t = useTranslations("disk.facts");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const share = shareOf(row);
  const { space } = row;
  const items = actions.menuOf(row).filter((item) => isAction(item) && item.id !== "details");
  return (
    <DialogCard title={shortName(row)} onClose={onClose} size={620} fillsPhone>
      <Facts
        facts={[
          { label: t("path"), value: row.path, isCode: true },
          { label: t("model"), value: row.model },
          { label: t("serial"), value: row.serial, isCode: true },
          { label: t("size"), value: row.size === null ? null : formatSize(row.size) },
          {
            label: t("partOf"),
            value: row.parents.map((id) => shortName(rows.get(id) ?? { path: id })).join(", "),
            isCode: true,
          },
          { label: t("backing"), value: row.backing, isCode: true },
          { label: t("fsType"), value: row.fs_type, isCode: true },
          { label: t("label"), value: row.label ?? row.part_label },
          { label: t("uuid"), value: row.uuid, isCode: true },
          { label: t("partUuid"), value: row.part_uuid, isCode: true },
          {
            label: t("used"),
            value:
              space === null || share === null
                ? null
                : t("usedOf", {
                    used: formatSize(usedOf(space)),
                    total: formatSize(space.total),
                    percent: format.number(share, { style: "percent" }),
                  }),
          },
        ]}
      />
      {row.mounts.length === 0 ? null : (
        <DetailPart title={t("mounts")}>
          <ul className={styles["mounts"]}>
            {row.mounts.map((mount) => (
              <li key={mount.place}>
                <bdi dir="ltr" className={styles["path"]}>
                  {shownName(mount.place)}
                </bdi>
                {mount.root === "/" ? null : <Badge>{t("ofIt", { name: mount.root })}</Badge>}
                <span className={styles["options"]} dir="ltr">
                  {mount.options.join(",")}
                </span>
              </li>
            ))}
          </ul>
        </DetailPart>
      )}
      <DetailButtons>
        {items.map((item) =>
          isAction(item) ? (
            <Button
              key={item.id}
              variant="default"
              disabled={(item.disabledReason ?? null) !== null}
              data-tip={item.disabledReason ?? undefined}
              onClick={() => {
                onClose();
                item.onSelect();
              }}
            >
              {item.label}
            </Button>
          ) : null,
        )}
      </DetailButtons>
    </DialogCard>
  );
}
