"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Message } from "@/lib/contracts/notify";
import { sayMessage } from "@/lib/shared/say-message";
import { useTaskKinds } from "./task-kind";

/** Says a message of the server's in the reader's language. */
export function useSayMessage(): (message: Pick<Message, "words" | "params">) => { title: string; text: string } {
  const t = useTranslations("notify");
  const locale = useLocale();
  const { title: taskTitle } = useTaskKinds();
  return useCallback(
    (message) => sayMessage(message, { say: (key, values) => t(key, values), taskTitle, locale }),
    [t, locale, taskTitle],
  );
}
