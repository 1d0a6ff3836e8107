"use client";

import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/state/empty-state";
import { useStore } from "@/components/ui/use-store";
import { shownName } from "@/lib/shared/shown-name";
import type { ToastKind } from "./toast-state";
import { toastStore } from "./toast-store";
import styles from "./notification-list.module.css";

const icons = { success: IconCircleCheck, error: IconExclamationCircle, warning: IconAlertTriangle };

type Props = {
  kindText: (kind: ToastKind) => string;
  timeText: (atMs: number) => string;
  emptyText: string;
  footer: ReactNode;
};

/** Everything that was said since the page was opened, newest first. */
export default function NotificationList({ kindText, timeText, emptyText, footer }: Props) {
  const { notifications } = useStore(toastStore);
  if (notifications.length === 0) return <EmptyState title={emptyText} compact />;
  return (
    <>
      <ul className={styles["list"]}>
        {notifications.map(({ id, kind, message, atMs, action }) => {
          const Icon = icons[kind];
          return (
            <li key={id} className={styles["item"]} data-kind={kind}>
              <Icon size={16} aria-hidden />
              <span className={styles["message"]}>
                <span className="visually-hidden">{kindText(kind)}: </span>
                {shownName(message)}
                {action === undefined ? null : (
                  <button type="button" className={styles["action"]} onClick={action.run}>
                    {action.label}
                  </button>
                )}
              </span>
              <time className={styles["time"]} dateTime={new Date(atMs).toISOString()}>
                {timeText(atMs)}
              </time>
            </li>
          );
        })}
      </ul>
      {footer}
    </>
  );
}
