"use client";

import { useTranslations } from "next-intl";

export function useListTexts() {
  const t = useTranslations("ui");
  return {
    add: t("add"),
    empty: t("listEmpty"),
    repeated: t("alreadyListed"),
    remove: (name: string) => t("removeNamed", { name }),
  };
}
