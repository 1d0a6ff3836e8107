"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";

/** Says how many rows a list lacks because they cannot be read. */
export function UnreadableNote({ count }: { count: number }) {
  // Pages without a session have no list of which rows could be missing, and do not carry the words.
  return count === 0 ? null : <Note count={count} />;
}

function Note({ count }: { count: number }) {
  const t = useTranslations("layout");
  return <Banner kind="warning">{t("unreadable", { count })}</Banner>;
}
