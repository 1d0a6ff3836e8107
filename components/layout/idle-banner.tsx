"use client";

import { IconHourglassLow } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useIdleWatch } from "./use-idle-watch";
import { useCachedMe } from "./use-me";
import styles from "./shell.module.css";

/** Before doing nothing ends the session; doing anything takes it away. Announced once, and not again with every second. */
export function IdleBanner() {
  const t = useTranslations("layout");
  const seconds = useIdleWatch(useCachedMe()?.idle_minutes ?? null);
  if (seconds === null) return null;
  return (
    <div className={styles["connection"]} data-lost role="alert">
      <IconHourglassLow size={17} aria-hidden />
      <span role="timer" aria-live="off">
        {t("idle", { seconds })}
      </span>
    </div>
  );
}
