"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { UnitRow } from "@/lib/contracts/systemd";
import { isTemplate, templateOf, typeOfUnit } from "@/lib/shared/units-of-systemd";
import type { NewKind } from "./create/draft";
import type { Edited } from "./files/edit-dialog";
import type { UnitActions } from "./use-unit-actions";

const UnitDialog = lazyDialog(() => import("./unit-dialog"));
const EditDialog = lazyDialog(() => import("./files/edit-dialog"));
const CreateDialog = lazyDialog(() => import("./create/create-dialog"));
const RemovedDialog = lazyDialog(() => import("./removed-dialog"));

/** What lies above the list. */
export type Opened =
  | { dialog: "details"; unit: string }
  | ({ dialog: "edit" } & Edited)
  | { dialog: "create"; kind: NewKind }
  | { dialog: "removed" };

type Props = {
  opened: Opened | null;
  onOpened: (opened: Opened | null) => void;
  rows: ReadonlyMap<string, UnitRow>;
  scope: string;
  actions: UnitActions;
  onRestore: (id: string) => void;
};

export function UnitDialogs({ opened, onOpened, rows, scope, actions, onRestore }: Props) {
  const onClose = () => onOpened(null);
  switch (opened?.dialog) {
    case undefined:
      return null;
    case "details":
      return (
        <UnitDialog
          key={opened.unit}
          unit={opened.unit}
          row={rows.get(opened.unit) ?? null}
          scope={scope}
          actions={actions}
          instances={[...rows.keys()].filter((unit) => templateOf(unit) === opened.unit)}
          isListed={(unit) => rows.has(unit)}
          onOpen={(unit) => onOpened({ dialog: "details", unit })}
          onClose={onClose}
        />
      );
    case "edit":
      return <EditDialog unit={opened.unit} part={opened.part} scope={scope} onClose={onClose} />;
    case "create":
      return (
        <CreateDialog
          kind={opened.kind}
          scope={scope}
          services={[...rows.keys()].filter((name) => typeOfUnit(name) === "service" && !isTemplate(name))}
          onClose={onClose}
          onCreated={(unit) => onOpened({ dialog: "details", unit })}
        />
      );
    case "removed":
      return <RemovedDialog scope={scope} onRestore={onRestore} onClose={onClose} />;
    default:
      return opened satisfies never;
  }
}
