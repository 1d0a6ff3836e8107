"use client";

import { useTranslations } from "next-intl";
import { DetailButton } from "@/components/ui/details/detail-button";
import { DetailButtons } from "@/components/ui/details/detail-part";
import type { UnitRow } from "@/lib/contracts/systemd";
import { actionsFor } from "./actions-for";
import type { UnitActions } from "./use-unit-actions";

type Props = { row: UnitRow; actions: UnitActions; onClose: () => void };

/** What can be done with a unit, below its details. */
export function UnitButtons({ row, actions, onClose }: Props) {
  const t = useTranslations("systemd");
  const { run, reason, reasonOf, canOpenShell, openShell, editsOf, edit, canDelete, remove } = actions;
  return (
    <DetailButtons>
      {actions.canStartInstance(row) ? (
        <DetailButton reason={reason} onClick={() => void actions.startInstance(row.id) /* shows its own failures */}>
          {t("instance.action")}
        </DetailButton>
      ) : null}
      {actionsFor(row).map((action) => (
        // `run` says itself what goes wrong.
        <DetailButton
          key={action}
          reason={reasonOf(action, row)}
          onClick={() => void run(row.id, action) /* says itself what goes wrong */}
        >
          {t(`actions.${action}`)}
        </DetailButton>
      ))}
      {canOpenShell(row) ? (
        <DetailButton
          onClick={() => {
            onClose();
            openShell(row.id);
          }}
        >
          {t("actions.shell")}
        </DetailButton>
      ) : null}
      {editsOf(row).map((edited) => (
        <DetailButton key={edited.part} reason={reason} onClick={() => edit(edited)}>
          {t(`${edited.part}.edit`)}
        </DetailButton>
      ))}
      {canDelete(row) ? (
        <DetailButton
          isDanger
          reason={reason}
          onClick={() => {
            onClose();
            void remove(row.id); // says itself what goes wrong
          }}
        >
          {t("remove.action")}
        </DetailButton>
      ) : null}
    </DetailButtons>
  );
}
