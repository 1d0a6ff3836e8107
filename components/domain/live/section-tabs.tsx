"use client";

import Link from "next/link";
import styles from "./section-tabs.module.css";

export type SectionTab = { href: string; label: string };

/** Where there is no room for all, the one that one is on is among those in sight. */
function showInRow(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The pages of one area beside one another. Nothing where there is only one. */
export function SectionTabs({ label, tabs, current }: { label: string; tabs: readonly SectionTab[]; current: string }) {
  if (tabs.length < 2) return null;
  return (
    <nav className={styles["tabs"]} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          ref={tab.href === current ? showInRow : undefined}
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
