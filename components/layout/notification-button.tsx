"use client";

import { IconBell } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { HeaderPanel } from "@/components/ui/header-panel";
import { keepProblems } from "@/components/ui/toast/kept-problems";
import { unreadProblems } from "@/components/ui/toast/toast-state";
import { sendToToasts, toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { messageStore } from "@/lib/client/notify/message-store";
import { seeTaskProblems, taskNews } from "@/lib/client/task/task-news";

const Notices = lazyPart(() => import("./notices"));

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
