"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { ProcessDialog, ProcessActions } from "./use-process-actions";

const DetailsDialog = lazyDialog(() => import("./details-dialog"));
const SignalDialog = lazyDialog(() => import("./signal-dialog"));
const NiceDialog = lazyDialog(() => import("./nice-dialog"));

type Props = { dialog: ProcessDialog | null; actions: ProcessActions; onClose: () => void };

/** What is open beside the list, loaded when it is wanted. */
export function ProcessDialogs({ dialog, actions: { ask, send, reason }, onClose }: Props) {
  if (dialog === null) return null;
  const { kind, row } = dialog;
  return (
    <>
      {kind === "details" ? (
        <DetailsDialog row={row} reason={reason} onEnd={(one, how) => void ask(one, how)} onClose={onClose} />
      ) : kind === "signal" ? (
        <SignalDialog row={row} onSend={(signal) => send({ row, signal })} onClose={onClose} />
      ) : (
        <NiceDialog row={row} onClose={onClose} />
      )}
    </>
  );
}
