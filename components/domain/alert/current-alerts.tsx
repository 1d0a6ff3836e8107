"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { pages } from "@/lib/client/urls";
import type { Alert } from "@/lib/contracts/alert";
import { AlertList } from "./alert-list";
import styles from "./alert.module.css";

const most = 4;

/** What is wrong with the machine now, above its figures; takes no room while nothing is. */
export function CurrentAlerts({ alerts }: { alerts: readonly Alert[] | null }) {
  const t = useTranslations("alert");
  if (alerts === null || alerts.length === 0) return null;
  return (
    <div className={styles["strip"]}>
      <AlertList label={t("current")} alerts={alerts.slice(0, most)} />
      <Link href={pages.alerts()} prefetch={false} className={styles["all"]}>
        {t("showAll", { count: alerts.length })}
      </Link>
    </div>
  );
}
