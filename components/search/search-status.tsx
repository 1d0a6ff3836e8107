"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import statusStyles from "@/components/domain/list/status-line.module.css";
import type { SearchState } from "./search-state";
import styles from "./search-view.module.css";

/** How far the search is, how it ended, and what it could not look into. */
export function SearchStatus({ state }: { state: SearchState }) {
  const t = useTranslations("search.status");
  const { phase, hits, entries, summary } = state;
  const isRunning = phase === "running";
  const count = state.isStale ? 0 : hits.length;
  const found = isRunning ? t("running", { count, entries }) : phase === "done" ? t("found", { count }) : "";
  const cut = summary === null || summary.cut === null ? "" : t(`cut.${summary.cut}`);
  const unreadable =
    summary === null || summary.unreadableCount === 0 ? "" : t("unreadable", { count: summary.unreadableCount });
  return (
    <div className={statusStyles["status"]}>
      <bdi>{found}</bdi>
      {phase === "done" && entries > 0 ? (
        <bdi className={statusStyles["size"]}>{t("entries", { count: entries })}</bdi>
      ) : null}
      {cut === "" ? null : <bdi className={styles["cut"]}>{cut}</bdi>}
      {unreadable === "" ? null : (
        <bdi className={styles["cut"]} title={summary?.unreadable.join("\n")}>
          {unreadable}
        </bdi>
      )}
      <output className="visually-hidden" aria-live="polite">
        {useDeferredValue(isRunning ? "" : [found, cut, unreadable].filter(Boolean).join(". "))}
      </output>
    </div>
  );
}
