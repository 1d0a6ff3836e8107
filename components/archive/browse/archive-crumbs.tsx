"use client";

import { IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { shownName } from "@/lib/shared/shown-name";
import { parentOf } from "./archive-tree";
import styles from "./archive.module.css";

type Props = { name: string; at: string; onGo: (at: string) => void };

/** The way into the archive: it and the folders above the one that is looked at. */
export function ArchiveCrumbs({ name, at, onGo }: Props) {
  const t = useTranslations("archive");
  const chain: string[] = [];
  for (let above = at; above !== ""; above = parentOf(above)) chain.unshift(above);
  return (
    <nav className={styles["crumbs"]} aria-label={t("crumbs")}>
      <ol>
        {["", ...chain].map((one) => (
          <li key={one}>
            {one === "" ? null : <IconChevronRight size={14} data-flip aria-hidden />}
            <button type="button" dir="auto" aria-current={one === at ? "page" : undefined} onClick={() => onGo(one)}>
              {shownName(one === "" ? name : one.slice(one.lastIndexOf("/") + 1))}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
