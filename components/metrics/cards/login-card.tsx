"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CardProps } from "./card-props";
import { Headline } from "./headline";
import styles from "./cards.module.css";

/** Who is at a terminal of the machine itself: not the users of this page. */
export function LoginCard({ view: { machine } }: CardProps) {
  const t = useTranslations("metrics");
  const format = useFormatter();
  const logins = machine.logins ?? [];
  return (
    <>
      <Headline values={[{ value: String(logins.length) }]}>{t("logins.people", { count: logins.length })}</Headline>
      <ul className={styles["devices"]}>
        {logins.map(({ username, line, from, sinceMs }) => (
          <li key={`${line} ${sinceMs}`} className={styles["device"]}>
            <bdi className={styles["rowName"]}>
              {username}{" "}
              <span className={styles["dim"]}>{from === null ? line : t("logins.from", { line, address: from })}</span>
            </bdi>
            <time className={styles["dim"]}>
              {format.dateTime(sinceMs, { dateStyle: "short", timeStyle: "short" })}
            </time>
          </li>
        ))}
      </ul>
    </>
  );
}
