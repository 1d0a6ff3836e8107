"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { useStackInfo } from "./use-stack-info";

/** Says that nothing can be done with stacks here, and what to do about it. */
export function NoCompose() {
  const t = useTranslations("stack.noCompose");
  const { data } = useStackInfo();
  if (data === undefined || data.compose !== null) return null;
  return (
    <Banner kind="warning" title={t("title")}>
      {t("text", { plugin: "docker-compose-plugin", debian: "docker-compose" })}
      {data.lacks_host ? <div>{t("inContainer")}</div> : null}
    </Banner>
  );
}
