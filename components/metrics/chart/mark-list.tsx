"use client";

import { useTranslations } from "next-intl";
import type { AlertMark } from "./alert-marks";
import { useSayMark } from "./use-say-mark";
import styles from "./chart.module.css";

const most = 12;

/** The marks of a chart in words, the newest first. */
export function MarkList({
  label,
  marks,
  isHidden = false,
}: {
  label: string;
  marks: readonly AlertMark[];
  isHidden?: boolean;
}) {
  const t = useTranslations("metrics.alerts");
  const importance = useTranslations("alert.importances");
  const say = useSayMark();
  if (marks.length === 0) return null;
  const newest = [...marks].sort((a, b) => b.alert.since - a.alert.since);
  return (
    <ul className={isHidden ? "visually-hidden" : styles["marks"]} aria-label={t("label", { title: label })}>
      {newest.slice(0, most).map(({ alert }) => {
        const { name, value, time } = say(alert);
        return (
          <li key={alert.id} data-importance={alert.importance}>
            <span className="visually-hidden">{importance(alert.importance)} </span>
            <strong>
              <bdi>{name}</bdi>
            </strong>{" "}
            <span>{value}</span> <span className={styles["markTime"]}>{time}</span>
          </li>
        );
      })}
      {newest.length > most ? <li>{t("more", { count: newest.length - most })}</li> : null}
    </ul>
  );
}
