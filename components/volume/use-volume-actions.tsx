"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useWords } from "@/components/domain/entry/words";
import { watchTask } from "@/components/domain/task/task-store";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VolumeRow } from "@/lib/contracts/volume";
import { volumeText } from "./filter-volumes";

export const volumeNamePattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/;

type Opens = { onDetails: (name: string) => void; onImport: (name: string) => void };

/** What can be done with a volume, in its menu. */
export function useVolumeActions({ onDetails, onImport }: Opens) {
  const t = useTranslations("volume");
  const tUi = useTranslations("ui");
  const can = useCan();
  const words = useWords();
  const isRoot = useCachedMe()?.is_root === true;
  const { mutateAsync: remove } = useMutation({
    mutationFn: (row: VolumeRow) => api.volume.removeVolume({ name: row.id }),
    onSuccess: (_, row) => showToast({ kind: "success", message: t("done.removed", { name: volumeText(row) }) }),
  });
  const { mutateAsync: clone } = useMutation({
    mutationFn: ({ name, to }: { name: string; to: string }) => api.volume.cloneVolume({ name, to }),
    onSuccess: ({ taskId }) => watchTask(taskId, words),
  });
  const { mutate: download } = useMutation({
    mutationFn: (name: string) => api.volume.ticketVolume({ name }),
    onSuccess: ({ ticket }, name) => startDownload(urls.volume(name, ticket)),
  });
  const reason = can("docker_volume_update") ? null : tUi("forbiddenHint");
  const rootReason = isRoot ? null : t("rootOnly");
  return useMemo(() => {
    const removeReason = ({ used_by: usedBy, may_change: mayChange }: VolumeRow) => {
      if (reason !== null) return reason;
      if (!mayChange) return t("othersHint");
      return usedBy.length > 0 ? t("inUse", { name: usedBy.join(", ") }) : null;
    };
    const askClone = async (row: VolumeRow) => {
      await openPrompt({
        title: t("clone.title", { name: volumeText(row) }),
        label: t("clone.label"),
        hint: t("clone.hint"),
        initial: row.is_anonymous ? "" : `${row.id}-copy`,
        confirmLabel: t("clone.confirm"),
        validate: (text) => (volumeNamePattern.test(text) ? null : t("new.problem")),
        act: (to) => clone({ name: row.id, to }),
      });
    };
    const askRemove = async (row: VolumeRow) => {
      await openConfirm({
        title: t("confirm.remove", { name: volumeText(row) }),
        body: t("confirm.removeText"),
        confirmLabel: tUi("delete"),
        danger: true,
        act: () => remove(row),
      });
    };
    return (row: VolumeRow): readonly MenuItem[] => [
      { id: "details", label: t("actions.details"), onSelect: () => onDetails(row.id) },
      { id: "divider", divider: true },
      {
        id: "download",
        label: t("actions.download"),
        disabledReason: rootReason,
        onSelect: () => download(row.id),
      },
      { id: "import", label: t("actions.import"), disabledReason: rootReason, onSelect: () => onImport(row.id) },
      { id: "clone", label: t("actions.clone"), disabledReason: rootReason, onSelect: () => void askClone(row) },
      { id: "divider2", divider: true },
      {
        id: "remove",
        label: t("actions.remove"),
        danger: true,
        disabledReason: removeReason(row),
        onSelect: () => void askRemove(row),
      },
    ];
  }, [t, tUi, reason, rootReason, remove, clone, download, onDetails, onImport]);
}
