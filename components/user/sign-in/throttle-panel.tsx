"use client";

import { useTranslations } from "next-intl";
import styles from "./sign-in.module.css";

/** After too many wrong tries there is a pause, for people and programs alike. */
export function ThrottlePanel({ seconds }: { seconds: number }) {
  const t = useTranslations("auth");
  return (
    <div className={styles["wait"]} role="timer">
      <span className={styles["dial"]} aria-hidden>
        {seconds}
      </span>
      <div>
        <strong>{t("throttledTitle")}</strong>
        {seconds > 0 ? t("throttledBody", { seconds }) : t("throttledOver")}
      </div>
    </div>
  );
}
