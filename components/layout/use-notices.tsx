"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Notice } from "@/components/ui/toast/notification-list";
import { toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { taskNews } from "@/lib/client/task-news";
import { pages } from "@/lib/client/urls";
import { useTaskOutcome } from "./use-task-outcome";
import styles from "@/components/ui/toast/notification-list.module.css";

/** What the bell lists, newest first: what was said, and tasks that went wrong. */
export function useNotices(): readonly Notice[] {
  const t = useTranslations("layout.notifications");
  const tKind = useTranslations("task.kind");
  const outcome = useTaskOutcome();
  const said = useStore(toastStore).notifications.map(({ id, kind, message, atMs, action }): Notice => ({
    id: `said ${id}`,
    kind,
    message,
    atMs,
    action:
      action === undefined ? null : (
        <button type="button" className={styles["action"]} onClick={action.run}>
          {action.label}
        </button>
      ),
  }));
  const problems = useStore(taskNews).problems.map((task): Notice => ({
    id: task.id,
    kind: task.state === "interrupted" ? "warning" : "error",
    message: tKind(task.kind, { count: task.count, name: task.title }),
    detail: outcome(task),
    atMs: task.finished_at ?? task.started_at,
    action: (
      <Link className={styles["action"]} href={pages.tasks(task.id)} prefetch={false} onClick={closePanel}>
        {t("details")}
      </Link>
    ),
  }));
  return [...said, ...problems].sort((a, b) => b.atMs - a.atMs);
}

function closePanel({ currentTarget }: { currentTarget: Element }): void {
  const panel = currentTarget.closest("[popover]");
  if (panel instanceof HTMLElement) panel.hidePopover();
}
