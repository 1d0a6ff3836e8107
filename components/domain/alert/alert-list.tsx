"use client";

import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Alert } from "@/lib/contracts/alert";
import { alertMeasures } from "@/lib/shared/alerts";
import { AlertName } from "./alert-name";
import { useSayAlert } from "./use-say-alert";
import styles from "./alert.module.css";

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, critical: IconExclamationCircle };

/** Alerts below one another, each with its value and how long it has been so. */
export function AlertList({ label, alerts }: { label: string; alerts: readonly Alert[] }) {
  return (
    <ul className={styles["list"]} aria-label={label}>
      {alerts.map((alert) => (
        <AlertLine key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertLine({ alert }: { alert: Alert }) {
  const t = useTranslations("alert");
  const format = useFormatter();
  const say = useSayAlert();
  const { metric, importance, value, threshold, since } = alert;
  const Icon = icons[importance];
  const isState = alertMeasures[metric].unit === "state";
  return (
    <li className={styles["line"]} data-importance={importance}>
      <Icon size={18} aria-hidden />
      <span className="visually-hidden">{t(`importances.${importance}`)}</span>
      <strong className={styles["name"]} dir="auto">
        <AlertName alert={alert} />
      </strong>
      {isState ? null : (
        <span className={styles["value"]}>
          {t("valueOf", { value: say.value(metric, value), limit: say.value(metric, threshold) })}
        </span>
      )}
      <span className={styles["since"]}>
        {t("since", { time: format.dateTime(since, { dateStyle: "medium", timeStyle: "short" }) })}
      </span>
    </li>
  );
}
