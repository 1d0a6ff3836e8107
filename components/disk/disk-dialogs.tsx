"use client";

import type { Rows } from "./arrange";
import { DetailsDialog } from "./details-dialog";
import { MountDialog } from "./mount-dialog";
import { SmartDialog } from "./smart-dialog";
import { UnmountDialog } from "./unmount-dialog";
import type { DiskActions, DiskDialog } from "./use-disk-actions";

type Props = { dialog: DiskDialog; rows: Rows; actions: DiskActions; onDialog: (dialog: DiskDialog | null) => void };

/** The dialog that is open for a device. */
export default function DiskDialogs({ dialog, rows, actions, onDialog }: Props) {
  const row = rows.get(dialog.id);
  const onClose = () => onDialog(null);
  // It was pulled out meanwhile.
  if (row === undefined) return null;
  if (dialog.kind === "details") return <DetailsDialog row={row} rows={rows} actions={actions} onClose={onClose} />;
  if (dialog.kind === "smart") return <SmartDialog row={row} onClose={onClose} />;
  if (dialog.kind === "mount") return <MountDialog row={row} onClose={onClose} />;
  return <UnmountDialog row={row} place={dialog.place} onClose={onClose} />;
}
