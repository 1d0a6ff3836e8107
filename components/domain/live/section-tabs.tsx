"use client";

import Link from "next/link";
import styles from "./section-tabs.module.css";

export type SectionTab = { href: string; label: string };

/** The pages of one area beside one another. Nothing where there is only one. */
export function SectionTabs({ label, tabs, current }: { label: string; tabs: readonly SectionTab[]; current: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav className={styles["tabs"]} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={styles["tab"]}
          aria-current={tab.href === current ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
