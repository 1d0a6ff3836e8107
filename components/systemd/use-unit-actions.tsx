"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { wantedTerminal, usualTerminalSize } from "@/components/domain/terminal/wanted-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCan } from "@/components/layout/use-can";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { useCachedMe } from "@/components/layout/use-me";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import { fullUnitName, instanceOf, isTemplate, type UnitAction } from "@/lib/shared/units-of-systemd";
import { actionsFor, asksFirst, isInItsPlace, isStopping } from "./actions-for";
import type { Edited } from "./files/edit-dialog";
import { fewOf, stopsWith } from "./stops-with";
import type { Opened } from "./unit-dialogs";
import type { PinnedUnits } from "./use-pinned-units";

type Scene = {
  dialog: OpenDialog<Opened>;
  onDelete: (unit: string) => Promise<void>;
  pinned: PinnedUnits;
  /** Letters are keys. */
  hasKeys: boolean;
};

/** What can be done with a unit of a manager: in its menu, and in its details. */
export function useUnitActions(scope: string, { dialog, onDelete, pinned, hasKeys }: Scene) {
  const t = useTranslations("systemd");
  const tUi = useTranslations("ui");
  const can = useCan();
  const isRoot = useCachedMe()?.is_root === true;
  const router = useRouter();
  const errorText = useErrorText();
  const { mutate: change } = useMutation({
    mutationFn: ({ unit, action }: { unit: string; action: UnitAction }) =>
      api.systemd.changeUnit({ unit, scope, action }),
    onSuccess: ({ is_done }, { unit: name, action }) => {
      const done = action === "start" || action === "stop" || action === "restart" ? action : "other";
      showToast({ kind: is_done ? "success" : "warning", message: t(`done.${is_done ? done : "goesOn"}`, { name }) });
    },
  });
  const { mutate: openShell } = useMutation({
    mutationFn: (unit: string) => api.systemd.openUnitTerminal({ unit, ...usualTerminalSize }),
    onSuccess: ({ id }) => wantedTerminal.set({ id }),
  });
  const reason = can("systemd_update") ? null : tUi("forbiddenHint");
  const hasShell = isRoot && scope === "";
  const { openDetails, openOther } = dialog;
  return useMemo(() => {
    /** What of a unit's files can be edited here: all of its own, single settings of others. */
    const editsOf = ({ id, load, file, is_own: isOwn }: UnitRow): readonly Edited[] =>
      isRoot
        ? [
            ...(isOwn ? [{ unit: id, part: "file" } as const] : []),
            ...(load === "loaded" && file !== "transient" ? [{ unit: id, part: "override" } as const] : []),
          ]
        : [];
    const canDelete = ({ is_own: isOwn }: UnitRow) => isRoot && isOwn;
    const edit = (edited: Edited) => openOther({ dialog: "edit", ...edited });
    /** What is asked first may fail as well. */
    const said = (error: unknown) => showToast({ kind: "error", message: errorText(error) });
    const remove = (unit: string) => onDelete(unit).catch(said);
    const run = (unit: string, action: UnitAction) => ask(unit, action).catch(said);
    /** Says exactly what stops with it before it does. */
    const ask = async (unit: string, action: UnitAction) => {
      if (asksFirst(action)) {
        const { relations, is_itself: isItself } = await api.systemd.getUnit({ unit, scope });
        const also = stopsWith(relations);
        const again = relations["TriggeredBy"] ?? [];
        const words = [
          ...(isItself && isStopping(action)
            ? [t(action === "restart" ? "confirm.restartsItself" : "confirm.itself")]
            : []),
          action === "mask" ? t("confirm.maskText") : t("confirm.plain"),
          ...(also !== "" && isStopping(action) ? [t("confirm.also", { names: also })] : []),
          ...(again.length > 0 && isStopping(action) ? [t("confirm.triggered", { names: fewOf(again) })] : []),
        ];
        const isConfirmed = await openConfirm({
          title: t(`confirm.${action}`, { name: unit }),
          body: words.join(" "),
          confirmLabel: t(`actions.${action}`),
          danger: true,
        });
        if (!isConfirmed) return;
      }
      change({ unit, action });
    };
    /** Why an action is of no use for a unit, or not this user's. */
    const reasonOf = (action: UnitAction, row: UnitRow) =>
      reason ?? (action === "mask" && isInItsPlace(row) ? t("actions.maskOwn") : null);
    const canStartInstance = ({ id, file }: UnitRow) => isRoot && isTemplate(id) && file !== "masked";
    const startInstance = async (template: string) => {
      const name = await openPrompt({
        title: t("instance.title", { name: template }),
        label: t("instance.label"),
        hint: t("instance.hint"),
        confirmLabel: t("instance.start"),
        validate: (typed) => (fullUnitName(instanceOf(template, typed.trim())) === null ? t("instance.tooLong") : null),
      });
      if (name !== null) await run(instanceOf(template, name.trim()), "start");
    };
    const canOpenShell = ({ id, load }: UnitRow) => hasShell && id.endsWith(".service") && load === "loaded";
    const menuOf = (row: UnitRow): readonly MenuItem[] => [
      { id: "details", label: t("actions.details"), onSelect: () => openDetails(row.id) },
      { id: "journal", label: t("actions.journal"), onSelect: () => router.push(pages.journal(row.id, scope)) },
      ...(canOpenShell(row) ? [{ id: "shell", label: t("actions.shell"), onSelect: () => openShell(row.id) }] : []),
      {
        id: "pin",
        label: t(pinned.isPinned(row.id) ? "pin.remove" : "pin.add"),
        ...(hasKeys ? { shortcut: "P" } : {}),
        onSelect: () => pinned.toggle(row.id),
      },
      ...editsOf(row).map((edited) => ({
        id: edited.part,
        label: t(`${edited.part}.edit`),
        disabledReason: reason,
        onSelect: () => edit(edited),
      })),
      { id: "divider", divider: true },
      ...(canStartInstance(row)
        ? [
            {
              id: "start-instance",
              label: t("instance.action"),
              disabledReason: reason,
              onSelect: () => void startInstance(row.id), // `run` shows its own failures
            },
          ]
        : []),
      ...actionsFor(row).map((action) => ({
        id: action,
        label: t(`actions.${action}`),
        danger: action === "mask" || action === "disable-now",
        disabledReason: reasonOf(action, row),
        onSelect: () => void run(row.id, action), // says itself what goes wrong
      })),
      ...(canDelete(row)
        ? [
            {
              id: "delete",
              label: t("remove.action"),
              danger: true,
              disabledReason: reason,
              onSelect: () => void remove(row.id), // says itself what goes wrong
            },
          ]
        : []),
    ];
    return {
      menuOf,
      run,
      reason,
      reasonOf,
      canStartInstance,
      startInstance,
      canOpenShell,
      openShell,
      editsOf,
      edit,
      canDelete,
      remove,
    };
  }, [
    t,
    scope,
    change,
    openShell,
    openDetails,
    openOther,
    onDelete,
    pinned,
    hasKeys,
    router,
    reason,
    isRoot,
    hasShell,
    errorText,
  ]);
}

export type UnitActions = ReturnType<typeof useUnitActions>;
