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
  /** All the room that there is, for what scrolls by itself: a list of thousands, which is its last child. */
  isFull?: boolean;
  /** As wide as the window, for a dashboard. */
  isFluid?: boolean;
  children: ReactNode;
};

/** A text-like page: at most 960 px wide, a wide one 1280, with its heading and its actions. */
export function Page({ title, before, actions, isWide = false, isFull = false, isFluid = false, children }: Props) {
  return (
    <div
      className={styles["page"]}
      data-wide={isWide || undefined}
      data-full={isFull || undefined}
      data-fluid={isFluid || undefined}
    >
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
