"use client";

import { useTranslations } from "next-intl";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { findDevice, type Rows } from "./arrange";
import { DetailsDialog } from "./details-dialog";
import { MountDialog } from "./mount-dialog";
import { SmartDialog } from "./smart-dialog";
import { UnmountDialog } from "./unmount-dialog";
import type { DiskActions, DiskDialog } from "./use-disk-actions";

type Props = { dialog: OpenDialog<DiskDialog>; rows: Rows; actions: DiskActions };

/** The dialog that is open for a device. */
export default function DiskDialogs({ dialog: { details, other, close }, rows, actions }: Props) {
  const t = useTranslations("disk");
  if (details !== null) {
    const row = findDevice(rows, details);
    if (row !== null) return <DetailsDialog row={row} rows={rows} actions={actions} onClose={close} />;
    return (
      <DialogCard title={details} onClose={close}>
        <Banner kind="info">{t("gone")}</Banner>
      </DialogCard>
    );
  }
  const row = other === null ? undefined : rows.get(other.id);
  // It was pulled out since then.
  if (other === null || row === undefined) return null;
  if (other.kind === "smart") return <SmartDialog row={row} onClose={close} />;
  if (other.kind === "mount") return <MountDialog row={row} onClose={close} />;
  return <UnmountDialog row={row} place={other.place} onClose={close} />;
}
