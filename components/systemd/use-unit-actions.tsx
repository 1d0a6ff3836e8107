"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { wantedTerminal, usualTerminalSize } from "@/components/domain/terminal/wanted-terminal";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import type { UnitAction } from "@/lib/shared/units-of-systemd";
import { actionsFor, asksFirst, isStopping } from "./actions-for";

const named = 8;

type Opens = { onDetails: (unit: string) => void; onOverride: (unit: string) => void };

/** What can be done with a unit of a manager: in its menu, and in its details. */
export function useUnitActions(scope: string, { onDetails, onOverride }: Opens) {
  const t = useTranslations("systemd");
  const tUi = useTranslations("ui");
  const can = useCan();
  const isRoot = useCachedMe()?.is_root === true;
  const router = useRouter();
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
  return useMemo(() => {
    const canOverride = ({ load, file }: UnitRow) => hasShell && load === "loaded" && file !== "transient";
    /** Says exactly what stops with it before it does. */
    const run = async (unit: string, action: UnitAction) => {
      if (asksFirst(action)) {
        const { relations } = await api.systemd.getUnit({ unit, scope });
        const list = (names: readonly string[]) =>
          `${names.slice(0, named).join(", ")}${names.length > named ? ` +${names.length - named}` : ""}`;
        const also = ["RequiredBy", "BoundBy", "ConsistsOf", "RequisiteOf"].flatMap((kind) => relations[kind] ?? []);
        const again = relations["TriggeredBy"] ?? [];
        const words = [
          action === "mask" ? t("confirm.maskText") : t("confirm.plain"),
          ...(also.length > 0 && isStopping(action) ? [t("confirm.also", { names: list([...new Set(also)]) })] : []),
          ...(again.length > 0 && isStopping(action) ? [t("confirm.triggered", { names: list(again) })] : []),
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
    const menuOf = (row: UnitRow): readonly MenuItem[] => [
      { id: "details", label: t("actions.details"), onSelect: () => onDetails(row.id) },
      { id: "journal", label: t("actions.journal"), onSelect: () => router.push(pages.journal(row.id, scope)) },
      ...(hasShell && row.id.endsWith(".service") && row.load === "loaded"
        ? [{ id: "shell", label: t("actions.shell"), onSelect: () => openShell(row.id) }]
        : []),
      ...(canOverride(row) ? [{ id: "override", label: t("override.edit"), onSelect: () => onOverride(row.id) }] : []),
      { id: "divider", divider: true },
      ...actionsFor(row).map((action) => ({
        id: action,
        label: t(`actions.${action}`),
        danger: action === "mask" || action === "disable-now",
        disabledReason: reason,
        onSelect: () => void run(row.id, action),
      })),
    ];
    return { menuOf, run, reason, canOverride, onOverride };
  }, [t, scope, change, openShell, onDetails, onOverride, router, reason, hasShell]);
}

export type UnitActions = ReturnType<typeof useUnitActions>;
