import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { PageWords } from "@/components/layout/page-words";
import { pickMessages } from "@/lib/shared/messages";

/** Gives the pages inside the words at these paths, and no others: they are in every answer. */
export async function Words({ of: paths, children }: { of: readonly string[]; children: ReactNode }) {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  return <PageWords words={{ locale, messages: pickMessages(messages, paths) }}>{children}</PageWords>;
}
