"use client";

import Link from "next/link";
import type { Alert } from "@/lib/contracts/alert";
import { pageOfAlert } from "@/lib/shared/alert-page";
import { useSayAlert } from "./use-say-alert";
import styles from "./alert.module.css";

/** What is wrong; leads to the page where that is seen. */
export function AlertName({ alert }: { alert: Alert }) {
  const say = useSayAlert();
  return (
    <Link href={pageOfAlert(alert)} prefetch={false} className={styles["leads"]}>
      {say.name(alert)}
    </Link>
  );
}
