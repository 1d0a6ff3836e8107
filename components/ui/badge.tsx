import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** A short state in words; colour only where the state means something. */
export function Badge({
  tone = "plain",
  children,
}: {
  tone?: "plain" | "accent" | "ok" | "warn" | "bad";
  children: ReactNode;
}) {
  return (
    <span className={styles["badge"]} data-tone={tone}>
      {children}
    </span>
  );
}
