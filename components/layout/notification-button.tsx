"use client";

import { Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { Suspense, useEffect } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { HeaderPanel } from "@/components/ui/header-panel";
import { keepProblems } from "@/components/ui/toast/kept-problems";
import { unreadProblems } from "@/components/ui/toast/toast-state";
import { sendToToasts, toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { deleteMessages, messageStore, readMessages } from "@/lib/client/notify/message-store";
import { forgetTaskProblems, seeTaskProblems, taskNews } from "@/lib/client/task/task-news";
import { pages } from "@/lib/client/urls";
import { useNotices } from "./use-notices";
import styles from "./shell.module.css";

const NotificationList = lazyPart(() => import("@/components/ui/toast/notification-list"));

/** The bell: every message of this visit, tasks that went wrong, and what the server has told the user on any device. It counts what nobody has seen. */
export function NotificationButton() {
  const t = useTranslations("layout.notifications");
  // A hint is in the list; nothing has gone wrong that somebody would have to look at.
  const failures = unreadProblems(useStore(toastStore)).filter(({ kind }) => kind === "error").length;
  const tasks = useStore(taskNews).problems.filter(({ seen }) => !seen).length;
  const { messages, unread } = useStore(messageStore);
  const count = failures + tasks + unread;
  const isBad = failures + tasks > 0 || messages.some((one) => !one.is_read && one.importance !== "info");
  useEffect(keepProblems, []);
  return (
    <HeaderPanel
      label={count === 0 ? t("title") : t("unread", { count })}
      title={t("title")}
      icon={<IconBell size={18} />}
      count={count}
      isCountBad={isBad}
      onOpen={() => {
        sendToToasts({ type: "read" });
        seeTaskProblems();
      }}
    >
      <Suspense>
        <Notices />
      </Suspense>
    </HeaderPanel>
  );
}

function Notices() {
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
