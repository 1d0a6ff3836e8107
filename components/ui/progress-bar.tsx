"use client";

import { useDelayed } from "./use-delayed";
import styles from "./progress-bar.module.css";

/** The thin line at the top of the page while something is under way for more than 150 ms. */
export function ProgressBar({ isActive }: { isActive: boolean }) {
  const isShown = useDelayed(isActive);
  return <div className={styles["bar"]} data-active={isShown || undefined} aria-hidden />;
}
