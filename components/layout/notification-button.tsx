"use client";

import { Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { HeaderPanel } from "@/components/ui/header-panel";
import { unreadCount } from "@/components/ui/toast/toast-state";
import { sendToToasts, toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import styles from "./shell.module.css";

const NotificationList = lazy(() => import("@/components/ui/toast/notification-list"));

/** The bell: every message of this visit, also those that were too short to read. */
export function NotificationButton() {
  const t = useTranslations("layout.notifications");
  const format = useFormatter();
  const count = unreadCount(useStore(toastStore));
  return (
    <HeaderPanel
      label={count === 0 ? t("title") : t("unread", { count })}
      title={t("title")}
      icon={<IconBell size={18} />}
      count={count}
      onOpen={() => sendToToasts({ type: "read" })}
    >
      <Suspense>
        <NotificationList
          kindText={(kind) => t(kind)}
          timeText={(atMs) => format.dateTime(atMs, { hour: "2-digit", minute: "2-digit", second: "2-digit" })}
          emptyText={t("empty")}
          footer={
            <div className={styles["panelFooter"]}>
              <Button variant="subtle" size="xs" onClick={() => sendToToasts({ type: "forget" })}>
                {t("clear")}
              </Button>
            </div>
          }
        />
      </Suspense>
    </HeaderPanel>
  );
}
