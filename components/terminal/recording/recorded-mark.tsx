"use client";

import { useTranslations } from "next-intl";
import styles from "./recording.module.css";

/** Says beside the tabs that the terminal on the screen is recorded, to whoever hears the page as well. */
export function RecordedMark({ isRecorded }: { isRecorded: boolean }) {
  const t = useTranslations("terminal");
  return (
    <span className={styles["mark"]} aria-live="polite" data-tip={isRecorded ? t("recorded") : undefined}>
      {isRecorded ? (
        <>
          <RecordedDot />
          <span className={styles["markText"]} aria-hidden>
            {t("recordedShort")}
          </span>
          <span className="visually-hidden">{t("recorded")}</span>
        </>
      ) : null}
    </span>
  );
}

/** Without words, for where they are beside it. */
export function RecordedDot() {
  return <span className={styles["dot"]} aria-hidden />;
}
