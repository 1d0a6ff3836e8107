"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { addressOf, type Filter } from "./filter";
import styles from "./audit.module.css";

/** To the newest entries and to the next older page. */
export function AuditPager({ filter, next }: { filter: Filter; next: number | null }) {
  const t = useTranslations("audit");
  const { before, ...others } = filter;
  if (before === undefined && next === null) return null;
  return (
    <nav className={styles["pager"]} aria-label={t("pageLabel")}>
      {before === undefined ? null : (
        <Button component={Link} href={addressOf(others)} variant="default">
          {t("newest")}
        </Button>
      )}
      {next === null ? null : (
        <Button component={Link} href={addressOf({ ...others, before: next })} variant="default">
          {t("older")}
        </Button>
      )}
    </nav>
  );
}
