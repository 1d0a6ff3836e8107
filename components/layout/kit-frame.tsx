"use client";

import { useTranslations } from "next-intl";
import { useMemo, type ReactNode } from "react";
import { KitHosts } from "@/components/ui/kit-hosts";
import { KitTextsProvider } from "@/components/ui/kit-texts";
import { TopProgress } from "./top-progress";
import { useCachedMe } from "./use-me";

/** Gives the kit its words and its places on the page. */
export function KitFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  const me = useCachedMe();
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
      requestId: t("requestId"),
      forbiddenTitle: t("forbiddenTitle"),
      forbiddenHint: t("forbiddenHint"),
    }),
    [t],
  );
  return (
    <KitTextsProvider texts={texts}>
      <TopProgress />
      {children}
      <KitHosts toastFactor={me?.toastFactor ?? 1} />
    </KitTextsProvider>
  );
}
