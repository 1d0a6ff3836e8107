import type { ReactNode } from "react";
import { PageTitle } from "./page-title";
import styles from "./page.module.css";

type Props = {
  title: string;
  /** Above the title, for instance a link back to the list. */
  before?: ReactNode;
  actions?: ReactNode;
  /** For a table with many columns. */
  isWide?: boolean;
  /** All the width that there is, for a dashboard. */
  isFull?: boolean;
  children: ReactNode;
};

/** A text-like page: at most 960 px wide, a wide one 1280, a full one without limit, with its heading and its actions. */
export function Page({ title, before, actions, isWide = false, isFull = false, children }: Props) {
  return (
    <div className={styles["page"]} data-wide={isWide || undefined} data-full={isFull || undefined}>
      <PageTitle title={title} />
      {before}
      <div className={styles["head"]}>
        <h1 className={styles["title"]}>{title}</h1>
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
