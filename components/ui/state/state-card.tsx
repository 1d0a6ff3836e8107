import type { ReactNode } from "react";
import styles from "./state.module.css";

type Props = {
  icon: ReactNode;
  title: string;
  /** It is all there is on the page. */
  isPage?: boolean;
  /** What to try, or what to do next. */
  hint?: ReactNode;
  actions?: ReactNode;
  role?: "status" | "alert";
  compact?: boolean;
  tone?: "plain" | "bad";
  children?: ReactNode;
};

/** What stands where content would be: an icon, what is so, what to do. */
export function StateCard({
  icon,
  title,
  isPage = false,
  hint,
  actions,
  role,
  compact = false,
  tone = "plain",
  children,
}: Props) {
  return (
    <div className={styles["card"]} role={role} data-compact={compact || undefined} data-tone={tone}>
      <span className={styles["icon"]} aria-hidden>
        {icon}
      </span>
      {isPage ? <h1 className={styles["title"]}>{title}</h1> : <p className={styles["title"]}>{title}</p>}
      {hint === undefined ? null : <div className={styles["hint"]}>{hint}</div>}
      {children}
      {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
    </div>
  );
}
