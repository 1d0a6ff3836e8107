"use client";

import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/state/empty-state";
import { shownName } from "@/lib/shared/shown-name";
import type { ToastKind } from "./toast-state";
import styles from "./notification-list.module.css";

const icons = {
  success: IconCircleCheck,
  error: IconExclamationCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

export type NoticeKind = ToastKind | "info";

export type Notice = {
  id: string;
  kind: NoticeKind;
  message: string;
  atMs: number;
  /** What it is about, below the message. */
  detail?: string;
  /** What can be done about it. */
  action?: ReactNode;
  /** Takes it out of the list. */
  remove?: ReactNode;
  isUnread?: boolean;
};

type Props = {
  /** Newest first. */
  notices: readonly Notice[];
  kindText: (kind: NoticeKind) => string;
  timeText: (atMs: number) => string;
  unreadText: string;
  emptyText: string;
  footer: ReactNode;
};

export default function NotificationList({ notices, kindText, timeText, unreadText, emptyText, footer }: Props) {
  return (
    <>
      {notices.length === 0 ? <EmptyState title={emptyText} compact /> : null}
      <ul className={styles["list"]}>
        {notices.map(({ id, kind, message, atMs, detail, action, remove, isUnread = false }) => {
          const Icon = icons[kind];
          return (
            <li key={id} className={styles["item"]} data-kind={kind} data-unread={isUnread || undefined}>
              <Icon size={16} aria-hidden />
              <span className={styles["message"]}>
                <span className="visually-hidden">
                  {isUnread ? `${unreadText}, ` : ""}
                  {kindText(kind)}:{" "}
                </span>
                <span dir="auto">{shownName(message)}</span>
                {detail === undefined ? null : <span className={styles["detail"]}>{shownName(detail)}</span>}
                {action}
              </span>
              <span className={styles["end"]}>
                <time className={styles["time"]} dateTime={new Date(atMs).toISOString()}>
                  <bdi>{timeText(atMs)}</bdi>
                </time>
                {remove}
              </span>
            </li>
          );
        })}
      </ul>
      {footer}
    </>
  );
}
