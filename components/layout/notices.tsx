"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import NotificationList from "@/components/ui/toast/notification-list";
import { sendToToasts } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { deleteMessages, messageStore, readMessages } from "@/lib/client/notify/message-store";
import { forgetTaskProblems } from "@/lib/client/task/task-news";
import { pages } from "@/lib/client/urls";
import { useNotices } from "./use-notices";
import styles from "./shell.module.css";

/** What the bell shows, loaded with the words of all that it may have to say. */
export default function Notices() {
  const t = useTranslations("layout.notifications");
  const format = useFormatter();
  const notices = useNotices();
  const clear = () => {
    sendToToasts({ type: "forget" });
    forgetTaskProblems();
    deleteMessages();
  };
  const { unread } = useStore(messageStore);
  return (
    <NotificationList
      notices={notices}
      kindText={(kind) => t(kind)}
      timeText={(atMs) => format.dateTime(atMs, isToday(atMs) ? time : { ...date, ...time })}
      unreadText={t("isUnread")}
      emptyText={t("empty")}
      footer={
        <div className={styles["panelFooter"]}>
          <Button component={Link} href={pages.tasks()} prefetch={false} variant="subtle" size="xs">
            {t("allTasks")}
          </Button>
          {unread === 0 ? null : (
            <Button variant="subtle" size="xs" onClick={() => readMessages()}>
              {t("markAllRead")}
            </Button>
          )}
          {notices.length === 0 ? null : (
            <Button variant="subtle" size="xs" onClick={clear}>
              {t("clear")}
            </Button>
          )}
        </div>
      }
    />
  );
}

const date = { day: "2-digit", month: "2-digit" } as const;
const time = { hour: "2-digit", minute: "2-digit" } as const;

function isToday(atMs: number): boolean {
  return new Date(atMs).toDateString() === new Date().toDateString();
}
