"use client";

import { useTranslations } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { KitTextsProvider } from "@/components/ui/kit-texts";
import { TopProgress } from "./top-progress";
import { useStrayDrops } from "./use-stray-drops";

/** Gives the kit its words. Its dialogs and toasts stand inside of `PageWords`, for they say what pages say. */
export function KitFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  useStrayDrops();
  const texts = useMemo(
    () => ({
      cancel: t("cancel"),
      close: t("close"),
      confirm: t("confirm"),
      retry: t("retry"),
      cannotBeEmpty: t("cannotBeEmpty"),
      showPassword: t("showPassword"),
      copied: t("copied"),
      copy: t("copy"),
      loading: t("loading"),
      menu: t("menu"),
      sortBy: t("sortBy"),
      reverseOrder: t("reverseOrder"),
      defaultOrder: t("defaultOrder"),
      ascending: t("ascending"),
      descending: t("descending"),
      requestId: t("requestId"),
      partMissing: t("partMissing"),
      forbiddenTitle: t("forbiddenTitle"),
      forbiddenHint: t("forbiddenHint"),
    }),
    [t],
  );
  return (
    <KitTextsProvider texts={texts}>
      <TopProgress />
      {children}
    </KitTextsProvider>
  );
}
