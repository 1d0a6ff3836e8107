"use client";

import { Button } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { shownTime } from "./shown-time";
import type { DeepSearch } from "./use-deep-search";
import type { Log } from "./use-log";
import styles from "./logs.module.css";

/** How far back was searched, and the way further. */
export function SearchReach({ log, search }: { log: Log; search: DeepSearch }) {
  const t = useTranslations("dockerLog.reach");
  const format = useFormatter();
  if (!search.isOn) return null;
  const first = log.lines?.find(({ at }) => at !== "")?.at;
  const count = log.lines?.length ?? 0;
  const at = first === undefined ? "" : format.dateTime(Date.parse(first), shownTime);
  const kind = search.isGoing ? "going" : log.isFull || log.isCut ? "most" : log.hasMore ? "part" : "all";
  return (
    <div className={styles["reach"]}>
      <output>{t(kind, { count, at })}</output>
      {log.hasMore ? (
        <Button variant="default" size="compact-xs" loading={search.isGoing} onClick={search.searchEarlier}>
          {t("earlier")}
        </Button>
      ) : null}
    </div>
  );
}
