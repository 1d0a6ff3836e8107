"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { nameOfEntry } from "@/components/domain/entry/neighbours";
import { Thumbnail } from "@/components/domain/thumbnail/thumbnail";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./film-strip.module.css";

/** So many on either side: nobody looks further, and a folder may have thousands. */
const reach = 24;

/** The neighbours as small pictures; the one that is shown is in the middle. */
export function FilmStrip({ folder, entry, neighbours, onNavigate }: Omit<ViewerProps, "path" | "isGone" | "onClose">) {
  const t = useTranslations("picture.table");
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // New browsers give a promise, which is no way to clean up.
    current.current?.scrollIntoView({ inline: "center", block: "nearest" });
  }, []);
  const at = neighbours.position - 1;
  if (neighbours.total < 2 || at < 0) return null;
  return (
    <nav className={styles["strip"]} aria-label={t("strip")}>
      {neighbours.shown.slice(Math.max(0, at - reach), at + reach + 1).map((one) => {
        const isCurrent = one.name === entry.name;
        return (
          <button
            key={one.name}
            ref={isCurrent ? current : null}
            type="button"
            // Arrows go from picture to picture anyway: one step of Tab is enough for all of them.
            tabIndex={isCurrent ? 0 : -1}
            className={styles["frame"]}
            aria-label={shownName(one.name)}
            aria-current={isCurrent || undefined}
            onClick={() => {
              const name = nameOfEntry(one);
              if (name !== null && !isCurrent) onNavigate(name);
            }}
          >
            <Thumbnail entry={one} folder={folder} iconSize={28} isLarge />
          </button>
        );
      })}
    </nav>
  );
}
