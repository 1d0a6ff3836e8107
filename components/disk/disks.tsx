"use client";

import { useTranslations } from "next-intl";
import { Suspense, useMemo, useState } from "react";
import { useDialogAddress } from "@/components/layout/use-dialog-address";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { EmptyState } from "@/components/ui/state/empty-state";
import { arrange, type Branch, type Rows } from "./arrange";
import { DeviceList } from "./device-list";
import { DiskCard } from "./disk-card";
import { useDiskActions, type DiskDialog } from "./use-disk-actions";
import styles from "./disk.module.css";

const DiskDialogs = lazyPart(() => import("./disk-dialogs"));

export function Disks({ rows }: { rows: Rows }) {
  const t = useTranslations("disk");
  const dialog = useDialogAddress<DiskDialog>();
  const actions = useDiskActions(dialog);
  // Kept here: the list is gone while the only image is mounted, and comes back as it was left.
  const [showsImages, setShowsImages] = useState(false);
  const { disks, arrays, remote, images } = useMemo(() => arrange(rows), [rows]);
  const card = (branch: Branch) => <DiskCard key={branch.row.id} branch={branch} rows={rows} actions={actions} />;
  if (rows.size === 0) return <EmptyState title={t("none")} hint={t("noneHint")} />;
  return (
    <>
      {disks.map(card)}
      {arrays.length === 0 ? null : (
        <section>
          <h2 className={styles["heading"]}>{t("arrays")}</h2>
          {arrays.map(card)}
        </section>
      )}
      {remote.length === 0 ? null : (
        <section>
          <h2 className={styles["heading"]}>{t("remote")}</h2>
          <div className={styles["card"]}>
            <DeviceList branches={remote.map((row) => ({ row, isElsewhere: false, children: [] }))} actions={actions} />
          </div>
        </section>
      )}
      {images.length === 0 ? null : (
        <details
          className={styles["images"]}
          open={showsImages}
          onToggle={(event) => setShowsImages(event.currentTarget.open)}
        >
          <summary>
            <bdi>{t("images", { count: images.length })}</bdi>
          </summary>
          {images.map(card)}
        </details>
      )}
      <Suspense>
        {dialog.details === null && dialog.other === null ? null : (
          <DiskDialogs dialog={dialog} rows={rows} actions={actions} />
        )}
      </Suspense>
    </>
  );
}
