"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import type { UnitRow } from "@/lib/contracts/systemd";
import { isTemplate, templateOf, typeOfUnit } from "@/lib/shared/units-of-systemd";
import type { NewKind } from "./create/draft";
import type { Edited } from "./files/edit-dialog";
import type { UnitActions } from "./use-unit-actions";

const UnitDialog = lazyDialog(() => import("./unit-dialog"));
const EditDialog = lazyDialog(() => import("./files/edit-dialog"));
const CreateDialog = lazyDialog(() => import("./create/create-dialog"));
const RemovedDialog = lazyDialog(() => import("./removed-dialog"));

/** What may lie above the list instead of a unit's details. */
export type Opened = ({ dialog: "edit" } & Edited) | { dialog: "create"; kind: NewKind } | { dialog: "removed" };

type Props = {
  dialog: OpenDialog<Opened>;
  rows: ReadonlyMap<string, UnitRow>;
  scope: string;
  actions: UnitActions;
  onRestore: (id: string) => void;
};

export function UnitDialogs({ dialog, rows, scope, actions, onRestore }: Props) {
  const { details, other: opened, openDetails, close: onClose } = dialog;
  if (details !== null)
    return (
      <UnitDialog
        key={details}
        unit={details}
        row={rows.get(details) ?? null}
        scope={scope}
        actions={actions}
        instances={[...rows.keys()].filter((unit) => templateOf(unit) === details)}
        isListed={(unit) => rows.has(unit)}
        onOpen={openDetails}
        onClose={onClose}
      />
    );
  switch (opened?.dialog) {
    case undefined:
      return null;
    case "edit":
      return <EditDialog unit={opened.unit} part={opened.part} scope={scope} onClose={onClose} />;
    case "create":
      return (
        <CreateDialog
          kind={opened.kind}
          scope={scope}
          services={[...rows.keys()].filter((name) => typeOfUnit(name) === "service" && !isTemplate(name))}
          onClose={onClose}
          onCreated={openDetails}
        />
      );
    case "removed":
      return <RemovedDialog scope={scope} onRestore={onRestore} onClose={onClose} />;
    default:
      return opened satisfies never;
  }
}
