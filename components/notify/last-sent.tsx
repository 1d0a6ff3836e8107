"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import styles from "./notify.module.css";

type Props = { atMs: number | null; problem: string | null };

/** How the last message to a receiver went. */
export function LastSent({ atMs, problem }: Props) {
  const t = useTranslations("notify");
  const format = useFormatter();
  const errorText = useErrorText();
  if (atMs === null) return <span>{t("never")}</span>;
  const time = format.dateTime(atMs, { dateStyle: "medium", timeStyle: "short" });
  if (problem === null) return <span>{t("sent", { time })}</span>;
  const reason = errorText(new AppError(isErrorKey(problem) ? problem : "internal"));
  return <span className={styles["problem"]}>{t("failed", { time, reason })}</span>;
}
