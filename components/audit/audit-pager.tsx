"use client";

import { useTranslations } from "next-intl";
import { Pager } from "@/components/layout/pager";
import { addressOf, type Filter } from "./filter";

/** To the newest entries and to the next older page. */
export function AuditPager({ filter, next }: { filter: Filter; next: number | null }) {
  const t = useTranslations("audit");
  const { before, ...others } = filter;
  return (
    <Pager
      label={t("pageLabel")}
      newest={before === undefined ? null : { label: t("newest"), href: addressOf(others) }}
      older={next === null ? null : { label: t("older"), href: addressOf({ ...others, before: next }) }}
    />
  );
}
