"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { IconButton } from "@/components/ui/icon-button";
import { deleteMessages, readMessages } from "@/lib/client/notify/message-store";
import type { Message } from "@/lib/contracts/notify";
import styles from "@/components/ui/toast/notification-list.module.css";

/** What can be done with a message of the server's: see what it is about. */
export function MessageLink({ message, onDone }: { message: Message; onDone: (from: Element) => void }) {
  const t = useTranslations("layout.notifications");
  if (message.link === null) return null;
  return (
    <span className={styles["actions"]}>
      <Link
        href={message.link}
        prefetch={false}
        className={styles["action"]}
        onClick={({ currentTarget }) => {
          readMessages([message.id]);
          onDone(currentTarget);
        }}
      >
        {t("details")}
      </Link>
    </span>
  );
}

export function DeleteMessage({ id, title }: { id: string; title: string }) {
  const t = useTranslations("layout.notifications");
  return (
    <IconButton
      label={t("delete", { title })}
      icon={<IconX size={14} />}
      onClick={(event) => {
        // Before the button goes: the panel keeps the focus, and stays open.
        event.currentTarget.closest<HTMLElement>("[popover]")?.focus();
        deleteMessages([id]);
      }}
    />
  );
}
