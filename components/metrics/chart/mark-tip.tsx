"use client";

import { useTranslations } from "next-intl";
import type { AlertMark } from "./alert-marks";
import { plotInsets } from "./create-plot";
import { useSayMark } from "./use-say-mark";
import styles from "./chart.module.css";

/** More would hide the lines. */
const most = 3;

const gap = 10;

/** What the marks at a time say, beside it where there is more room; `share` is how far of the time axis that is. The chart says the same in words. */
export function MarkTip({ marks, share }: { marks: readonly AlertMark[]; share: number }) {
  const t = useTranslations("metrics.alerts");
  const say = useSayMark();
  const { left, right } = plotInsets;
  const whole = `(100% - ${left + right}px)`;
  const [before, after] = [`${left}px + ${whole} * ${share}`, `${right}px + ${whole} * ${1 - share}`];
  // Time runs from left to right in every language.
  const place =
    share > 0.5
      ? { right: `calc(${after} + ${gap}px)`, maxWidth: `calc(${before} - ${gap}px)` }
      : { left: `calc(${before} + ${gap}px)`, maxWidth: `calc(${after} - ${gap}px)` };
  return (
    <ul className={styles["tip"]} aria-hidden style={place}>
      {marks.slice(0, most).map(({ alert }) => {
        const { name, value, time } = say(alert);
        return (
          <li key={alert.id} data-importance={alert.importance}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span>{value}</span>
            <span>{time}</span>
          </li>
        );
      })}
      {marks.length > most ? <li>{t("more", { count: marks.length - most })}</li> : null}
    </ul>
  );
}
