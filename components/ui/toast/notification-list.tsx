"use client";

import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/state/empty-state";
import { shownName } from "@/lib/shared/shown-name";
import type { ToastKind } from "./toast-state";
import styles from "./notification-list.module.css";

const icons = { success: IconCircleCheck, error: IconExclamationCircle, warning: IconAlertTriangle };

export type Notice = {
  id: string;
  kind: ToastKind;
  message: string;
  atMs: number;
  /** What it is about, below the message. */
  detail?: string;
  /** What can be done about it. */
  action?: ReactNode;
};

type Props = {
  /** Newest first. */
  notices: readonly Notice[];
  kindText: (kind: ToastKind) => string;
  timeText: (atMs: number) => string;
  emptyText: string;
  footer: ReactNode;
};

export default function NotificationList({ notices, kindText, timeText, emptyText, footer }: Props) {
  return (
    <>
      {notices.length === 0 ? <EmptyState title={emptyText} compact /> : null}
      <ul className={styles["list"]}>
        {notices.map(({ id, kind, message, atMs, detail, action }) => {
          const Icon = icons[kind];
          return (
            <li key={id} className={styles["item"]} data-kind={kind}>
              <Icon size={16} aria-hidden />
              <span className={styles["message"]}>
                <span className="visually-hidden">{kindText(kind)}: </span>
                <span dir="auto">{shownName(message)}</span>
                {detail === undefined ? null : <span className={styles["detail"]}>{shownName(detail)}</span>}
                {action}
              </span>
              <time className={styles["time"]} dateTime={new Date(atMs).toISOString()}>
                <bdi>{timeText(atMs)}</bdi>
              </time>
            </li>
          );
        })}
      </ul>
      {footer}
    </>
  );
}
