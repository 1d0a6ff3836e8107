import { Fragment, type ReactNode } from "react";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./details.module.css";

/** `isCode`: of a machine, such as a path or a command; it reads from the left in every language. */
export type Fact = { label: string; value: ReactNode; isCode?: boolean };

/** What is known of a thing, a line each; what is empty is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const shown = facts.filter(({ value }) => value !== "" && value !== null && value !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className={styles["facts"]}>
      {shown.map(({ label, value, isCode = false }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi dir={isCode ? "ltr" : undefined} className={isCode ? styles["code"] : undefined}>
              {typeof value === "string" ? shownName(value) : value}
            </bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
