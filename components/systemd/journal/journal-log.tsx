"use client";

import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import type { JournalEntry } from "@/lib/contracts/systemd";
import { JournalLine } from "./journal-lines";
import type { Journal } from "./use-journal";
import styles from "./journal.module.css";

const nearEnd = 60;

type Props = { label: string; entries: readonly JournalEntry[]; journal: Journal; onEarlier: () => void };

/** Stays at its end while it is there, and where it is while one reads. */
export function JournalLog({ label, entries, journal, onEarlier }: Props) {
  const t = useTranslations("systemd.journal");
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const firstCursor = useRef<string | undefined>(undefined);
  // oxlint-disable-next-line react/incompatible-library -- its functions go to nothing that is memoized
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 21,
    getItemKey: (index) => entries[index]?.cursor ?? index,
    overscan: 20,
  });
  useLayoutEffect(() => {
    const first = entries[0]?.cursor;
    const before = firstCursor.current;
    firstCursor.current = first;
    if (isAtEnd.current) virtualizer.scrollToIndex(entries.length - 1, { align: "end" });
    // What was at the top stays there when earlier ones come above it.
    else if (before !== undefined && before !== first) {
      const index = entries.findIndex(({ cursor }) => cursor === before);
      if (index > 0) virtualizer.scrollToIndex(index, { align: "start" });
    }
  }, [entries, virtualizer]);
  return (
    <div
      ref={scroller}
      className={styles["log"]}
      role="log"
      aria-label={label}
      aria-live="off"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      {journal.isCut ? <p className={styles["note"]}>{t("dropped")}</p> : null}
      {journal.hasMore ? (
        <div className={styles["note"]}>
          <Button variant="default" size="xs" loading={journal.isLoading} onClick={onEarlier}>
            {t("earlier")}
          </Button>
        </div>
      ) : null}
      <div style={{ position: "relative", blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              style={{ position: "absolute", insetInline: 0, transform: `translateY(${start}px)` }}
            >
              <JournalLine entry={entry} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
