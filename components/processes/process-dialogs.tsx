"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import type { ProcessRow } from "@/lib/contracts/processes";
import type { ProcessDialog, ProcessActions } from "./use-process-actions";

const DetailsDialog = lazyDialog(() => import("./details-dialog"));
const SignalDialog = lazyDialog(() => import("./signal-dialog"));
const NiceDialog = lazyDialog(() => import("./nice-dialog"));

type Props = { dialog: OpenDialog<ProcessDialog>; rows: ReadonlyMap<string, ProcessRow>; actions: ProcessActions };

/** What is open beside the list, loaded when it is wanted. */
export function ProcessDialogs({ dialog: { details, other, close }, rows, actions }: Props) {
  if (details !== null)
    return <Details key={details} row={findProcess(rows, details)} id={details} actions={actions} onClose={close} />;
  if (other === null) return null;
  const { kind, row } = other;
  return kind === "signal" ? (
    <SignalDialog row={row} onSend={(signal) => actions.send({ row, signal })} onClose={close} />
  ) : (
    <NiceDialog row={row} onClose={close} />
  );
}

/** By its id, or by the number of one that runs now. */
export function findProcess(rows: ReadonlyMap<string, ProcessRow>, asked: string): ProcessRow | null {
  return rows.get(asked) ?? [...rows.values()].find(({ pid }) => String(pid) === asked) ?? null;
}

type DetailsProps = { id: string; row: ProcessRow | null; actions: ProcessActions; onClose: () => void };

/** One that ends while one looks stays as it was last. */
function Details({ id, row, actions: { ask, reason }, onClose }: DetailsProps) {
  const t = useTranslations("processes.details");
  const [last, setLast] = useState(row);
  if (row !== null && row !== last) setLast(row);
  if (last === null)
    return (
      <DialogCard title={id} onClose={onClose}>
        <Banner kind="info">{t("gone")}</Banner>
      </DialogCard>
    );
  return <DetailsDialog row={last} reason={reason} onEnd={(one, how) => void ask(one, how)} onClose={onClose} />;
}
