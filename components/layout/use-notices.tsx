"use client";

import { lazy } from "react";
import type { Notice } from "@/components/ui/toast/notification-list";
import { toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { taskNews } from "@/lib/client/task/task-news";
import { useTaskKinds } from "./task-kind";
import { useTaskOutcome } from "./use-task-outcome";
import styles from "@/components/ui/toast/notification-list.module.css";

const ProblemActions = lazy(() => import("./problem-actions"));

/** What the bell lists, newest first: what was said, and tasks that went wrong. */
export function useNotices(): readonly Notice[] {
  const { title } = useTaskKinds();
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
    message: title(task),
    detail: outcome(task),
    atMs: task.finished_at ?? task.started_at,
    action: <ProblemActions task={task} onDone={closePanel} />,
  }));
  return [...said, ...problems].sort((a, b) => b.atMs - a.atMs);
}

function closePanel(from: Element): void {
  const panel = from.closest("[popover]");
  if (panel instanceof HTMLElement) panel.hidePopover();
}
