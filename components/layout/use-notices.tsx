"use client";

import type { Notice } from "@/components/ui/toast/notification-list";
import { toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { messageStore } from "@/lib/client/notify/message-store";
import { taskNews } from "@/lib/client/task/task-news";
import { DeleteMessage, MessageLink } from "./message-actions";
import ProblemActions from "./problem-actions";
import { useTaskKinds } from "./task-kind";
import { useTaskOutcome } from "./use-task-outcome";
import { useSayMessage } from "./use-say-message";
import styles from "@/components/ui/toast/notification-list.module.css";

const kinds = { info: "info", warning: "warning", critical: "error" } as const;

/** What the bell lists, newest first: what was said in this tab, tasks that went wrong, and what the server has told the user. */
export function useNotices(): readonly Notice[] {
  const { title } = useTaskKinds();
  const outcome = useTaskOutcome();
  const sayMessage = useSayMessage();
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
  const messages = useStore(messageStore).messages.map((message): Notice => {
    const { title, text } = sayMessage(message);
    return {
      id: message.id,
      kind: kinds[message.importance],
      message: title,
      detail: text,
      atMs: message.at,
      isUnread: !message.is_read,
      action: <MessageLink message={message} onDone={closePanel} />,
      remove: <DeleteMessage id={message.id} title={title} />,
    };
  });
  return [...said, ...problems, ...messages].sort((a, b) => b.atMs - a.atMs);
}

function closePanel(from: Element): void {
  const panel = from.closest("[popover]");
  if (panel instanceof HTMLElement) panel.hidePopover();
}
