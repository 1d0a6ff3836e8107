"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useRoots } from "@/components/domain/entry/use-roots";
import { placesKey } from "@/components/layout/places-query";
import { usualTerminalSize, wantedTerminal } from "@/components/domain/terminal/wanted-terminal";
import { useCan } from "@/components/layout/use-can";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { ContainerRow } from "@/lib/contracts/docker";
import type { ContainerRight } from "@/lib/shared/container-rules";
import type { ContainerAction } from "@/lib/shared/containers";
import { actionsFor } from "./actions-for";
import { whileAtWork } from "./containers-at-work";
import { endingActions, endText, type Ending } from "./end-text";
import { isRunning } from "./filter-containers";
import { RemoveQuestion } from "./remove-question";

const namePattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/;

type Opening = { onDetails: (id: string) => void; onRecreate: (id: string) => void };

/** What can be done with a container: in its menu, and in its details. */
export function useContainerActions({ onDetails, onRecreate }: Opening) {
  const t = useTranslations("docker");
  const tUi = useTranslations("ui");
  const can = useCan();
  const { mutate: change } = useMutation({
    mutationFn: ({ row: { id }, action }: { row: ContainerRow; action: ContainerAction }) =>
      whileAtWork(id, action, () => api.docker.changeContainer({ id, action })),
    onSuccess: (_, { row: { name }, action }) => showToast({ kind: "success", message: t(`done.${action}`, { name }) }),
  });
  const { mutateAsync: readEnding } = useMutation({
    mutationFn: ({ id, action }: { id: string; action: Ending }) => endText(id, action, t),
  });
  const { mutateAsync: rename } = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => api.docker.renameContainer({ id, name }),
  });
  const { mutate: remove } = useMutation({
    mutationFn: ({ row, volumes }: { row: ContainerRow; volumes: boolean }) =>
      whileAtWork(row.id, "remove", () => api.docker.removeContainer({ id: row.id, force: isRunning(row), volumes })),
    onSuccess: (_, { row: { name } }) => showToast({ kind: "success", message: t("done.remove", { name }) }),
  });
  const { mutate: openShell } = useMutation({
    mutationFn: (id: string) => api.docker.openContainerTerminal({ id, ...usualTerminalSize }),
    onSuccess: ({ id }) => wantedTerminal.set({ id }),
  });
  const router = useRouter();
  const queryClient = useQueryClient();
  const roots = useRoots().data;
  const { mutate: openFiles } = useMutation({
    mutationFn: (id: string) => api.docker.openContainerFiles({ id }),
    onSuccess: async ({ folder }) => {
      await queryClient.invalidateQueries({ queryKey: placesKey });
      router.push(pages.files(folder));
    },
  });
  const { mutate: closeFiles } = useMutation({
    mutationFn: (name: string) => api.docker.closeContainerFiles({ id: name }),
    onSuccess: async (_, name) => {
      await queryClient.invalidateQueries({ queryKey: placesKey });
      showToast({ kind: "success", message: t("done.closeFiles", { name }) });
    },
  });
  const forbidden = tUi("forbiddenHint");
  const mayManage = can("docker_container_update");

  const hasRulesAlone = !mayManage && !can("docker_view");

  return useMemo(() => {
    const reasonFor = ({ may }: ContainerRow, right: ContainerRight) =>
      may.includes(right) ? null : right === "shell" && mayManage ? t("othersShellHint") : forbidden;
    const reasonOf = (row: ContainerRow, action: ContainerAction) =>
      action !== "kill" ? reasonFor(row, "start_stop") : mayManage ? null : forbidden;
    const changeReason = ({ may_change: mayChange }: ContainerRow) =>
      !mayManage ? forbidden : mayChange ? null : t("othersHint");
    const run = async (row: ContainerRow, action: ContainerAction) => {
      const asked = endingActions.find((one) => one === action);
      if (asked !== undefined) {
        const body = await readEnding({ id: row.id, action: asked }).catch(() => null);
        // What went wrong has been said.
        if (body === null) return;
        const isConfirmed = await openConfirm({
          title: t(`confirm.${asked}`, { name: row.name }),
          body,
          confirmLabel: t(`actions.${asked}`),
          danger: true,
        });
        if (!isConfirmed) return;
      }
      change({ row, action });
    };
    const askName = async ({ id, name }: ContainerRow) => {
      await openPrompt({
        title: t("rename.title", { name }),
        label: t("rename.label"),
        initial: name,
        confirmLabel: t("actions.rename").replace("…", ""),
        validate: (text) => (namePattern.test(text) ? null : t("rename.problem")),
        act: async (wanted) => {
          if (wanted !== name) await rename({ id, name: wanted });
        },
      });
    };
    const askRemove = async (row: ContainerRow) => {
      let volumes = false;
      const isConfirmed = await openConfirm({
        title: t("confirm.remove", { name: row.name }),
        body: <RemoveQuestion row={row} onVolumes={(isChosen) => (volumes = isChosen)} />,
        confirmLabel: t("actions.remove").replace("…", ""),
        danger: true,
      });
      if (isConfirmed) remove({ row, volumes });
    };
    const allOf = (row: ContainerRow): readonly MenuItem[] => [
      { id: "details", label: t("actions.details"), onSelect: () => onDetails(row.id) },
      {
        id: "logs",
        label: t("actions.logs"),
        disabledReason: reasonFor(row, "logs"),
        onSelect: () => router.push(pages.containerLog(row.name)),
      },
      ...(row.state === "running"
        ? [
            {
              id: "shell",
              label: t("actions.shell"),
              disabledReason: reasonFor(row, "shell"),
              onSelect: () => openShell(row.id),
            },
          ]
        : []),
      ...(isRunning(row)
        ? [
            {
              id: "files",
              label: t("actions.files"),
              disabledReason: reasonFor(row, "shell"),
              onSelect: () => openFiles(row.id),
            },
          ]
        : []),
      ...(roots?.some(({ container }) => container === row.name) === true
        ? [{ id: "closeFiles", label: t("actions.closeFiles"), onSelect: () => closeFiles(row.name) }]
        : []),
      { id: "divider", divider: true },
      ...actionsFor(row.state).map((action) => ({
        id: action,
        label: t(`actions.${action}`),
        danger: action === "kill",
        disabledReason: reasonOf(row, action),
        onSelect: () => void run(row, action),
      })),
      {
        id: "recreate",
        label: t("actions.recreate"),
        disabledReason: changeReason(row),
        onSelect: () => onRecreate(row.id),
      },
      {
        id: "rename",
        label: t("actions.rename"),
        disabledReason: changeReason(row),
        onSelect: () => void askName(row),
      },
      {
        id: "remove",
        label: t("actions.remove"),
        danger: true,
        disabledReason: changeReason(row),
        onSelect: () => void askRemove(row),
      },
    ];
    // Whoever has rules on some containers has what these allow, and is not told of each that somebody else may do more.
    const menuOf = (row: ContainerRow) =>
      hasRulesAlone
        ? allOf(row).filter((item) => !("disabledReason" in item) || item.disabledReason === null)
        : allOf(row);
    return { menuOf, run, reasonOf, changeReason, openFiles, openShell, recreate: onRecreate };
  }, [
    t,
    change,
    readEnding,
    rename,
    remove,
    openShell,
    openFiles,
    closeFiles,
    roots,
    router,
    onDetails,
    onRecreate,
    forbidden,
    mayManage,
    hasRulesAlone,
  ]);
}

export type ContainerActions = ReturnType<typeof useContainerActions>;
