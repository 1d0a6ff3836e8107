"use client";

import { useTranslations } from "next-intl";
import { askFolder } from "@/components/domain/choose-folder/folder-question";
import { withHost } from "@/components/domain/connect-host/connect-host";
import { undoNewest, watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { useFormatSize } from "@/components/layout/use-format-size";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { VirtualPath } from "@/lib/shared/paths";
import type { TrashRowModel } from "./trash-row";

export type TrashCommands = Readonly<Record<"restore" | "restoreTo" | "purge" | "empty" | "undo", () => void>>;

type Scene = { entries: readonly TrashRowModel[]; count: number; sizeBytes: number; all: boolean };

/** What can be done with the chosen entries of the trash, and with all of it. */
export function useTrashCommands({ entries, count, sizeBytes, all }: Scene): TrashCommands {
  const t = useTranslations("trash");
  const words = useWords();
  const formatSize = useFormatSize();
  const ids = entries.map(({ id }) => id);
  const [first] = entries;

  const start = async (begin: () => Promise<{ taskId: string }>) => {
    try {
      const started = await withHost(begin);
      if (started !== null) watchTask(started.taskId, words);
    } catch (error) {
      showToast({ kind: "error", message: words.errorText(error) });
    }
  };
  const restore = (to?: VirtualPath) =>
    start(() => api.trash.restoreTrash({ ids, conflict: "ask", ...(to === undefined ? {} : { to }) }));

  const confirmed = async (question: { title: string; body: string; confirmLabel: string }) =>
    openConfirm({ ...question, body: <p>{question.body}</p>, danger: true });

  const restoreTo = async () => {
    const to = await askFolder({ title: t("restoreToTitle"), confirmLabel: t("restore") });
    if (to !== null) await restore(to);
  };
  const purge = async () => {
    const values = { count: ids.length, name: first?.label ?? "" };
    const bytes = entries.reduce((sum, { size }) => sum + (size ?? 0), 0);
    const body = t("purgeBody", { size: formatSize(bytes) });
    if (await confirmed({ title: t("purgeTitle", values), body, confirmLabel: t("purge") }))
      await start(() => api.trash.purgeTrash({ ids }));
  };
  const empty = async () => {
    const title = all ? t("emptyAllTitle") : t("emptyTitle");
    const body = t("emptyBody", { count, size: formatSize(sizeBytes) });
    if (await confirmed({ title, body, confirmLabel: t("emptyTrash") }))
      await start(() => api.trash.emptyTrash({ all }));
  };
  // All of these tell their own failures.
  return {
    restore: () => void (ids.length > 0 && restore()),
    restoreTo: () => void (ids.length > 0 && restoreTo()),
    purge: () => void (ids.length > 0 && purge()),
    empty: () => void empty(),
    undo: () => undoNewest(words),
  };
}
