"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UnreadableNote } from "@/components/layout/unreadable-note";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { useStore } from "@/components/ui/use-store";
import type { LiveTable } from "@/lib/client/live-rows";
import { isDockerAway } from "@/lib/shared/docker-away";
import { AppError } from "@/lib/shared/errors";
import type { LiveRow } from "@/lib/shared/live-rows";
import type { Store } from "@/lib/shared/store";
import styles from "./live.module.css";

type Props<Row extends LiveRow> = {
  table: Store<LiveTable<Row>>;
  children: (rows: ReadonlyMap<string, Row>) => ReactNode;
};

/** What stands for a live table: bars until it is known; why it is not, or is not of now; else its rows. */
export function LiveTableState<Row extends LiveRow>({ table, children }: Props<Row>) {
  const t = useTranslations("layout");
  const errorText = useErrorText();
  const { rows, left, unreadable, problem, isEnded } = useStore(table);
  const why = problem === null ? null : errorText(new AppError(problem.error, problem.params));
  if (rows === null) {
    if (problem === null || why === null) return <LoadingState rows={12} />;
    // A daemon that starts is there a moment later: the page needs no reload then.
    return <ErrorState title={why} hint={!isEnded && isDockerAway(problem.error) ? t("keepsLooking") : undefined} />;
  }
  return (
    <>
      {why === null ? null : (
        <div className={styles["stale"]}>
          <Banner kind="warning" title={t("notNow")}>
            {why}
            {isEnded ? null : <div>{t("soonAgain")}</div>}
          </Banner>
        </div>
      )}
      {unreadable === 0 && left === 0 ? null : (
        <div className={styles["stale"]}>
          <UnreadableNote count={unreadable} />
          {left === 0 ? null : <Banner kind="info">{t("moreRows", { count: left })}</Banner>}
        </div>
      )}
      {children(rows)}
    </>
  );
}
