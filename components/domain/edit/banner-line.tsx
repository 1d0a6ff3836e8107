import type { ReactNode } from "react";
import styles from "./editor-banner.module.css";

type Props = { text: ReactNode; isBad?: boolean; children: ReactNode };

/** A line above a text: what there is to know, and what can be done about it. */
export function BannerLine({ text, isBad = false, children }: Props) {
  return (
    <div className={styles["banner"]} data-bad={isBad || undefined} role="alert">
      <p>{text}</p>
      <div className={styles["bannerActions"]}>{children}</div>
    </div>
  );
}
