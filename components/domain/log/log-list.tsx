"use client";

import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import styles from "./log-list.module.css";

const nearEnd = 60;

type Props<Line> = {
  label: string;
  lines: readonly Line[];
  keyOf: (line: Line) => string;
  renderLine: (line: Line, index: number) => ReactNode;
  /** Said above the first line, such as that older ones were let go. */
  note?: string | null;
  /** Ways to what is before the first line; null where that is the first. */
  earlier: { label: string; isLoading: boolean; onLoad: () => void } | null;
  /** Brought into sight when it becomes another; null: nothing in particular. */
  target?: number | null;
  /** Long lines are not broken: the list scrolls sideways. */
  isUnbroken?: boolean;
};

/** Lines of a log. Stays at its end while it is there, and where it is while one reads. */
export function LogList<Line>({
  label,
  lines,
  keyOf,
  renderLine,
  note = null,
  earlier,
  target = null,
  isUnbroken = false,
}: Props<Line>) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const firstKey = useRef<string | undefined>(undefined);
  const keyAt = (index: number) => {
    const line = lines[index];
    return line === undefined ? undefined : keyOf(line);
  };
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 21,
    getItemKey: (index) => keyAt(index) ?? index,
    overscan: 20,
  });
  useLayoutEffect(() => {
    const [first] = lines;
    const key = first === undefined ? undefined : keyOf(first);
    const before = firstKey.current;
    firstKey.current = key;
    if (isAtEnd.current) virtualizer.scrollToIndex(lines.length - 1, { align: "end" });
    // What was at the top stays there when earlier ones come above it.
    else if (before !== undefined && before !== key) {
      const index = lines.findIndex((line) => keyOf(line) === before);
      if (index > 0) virtualizer.scrollToIndex(index, { align: "start" });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- keyOf tells the same of the same line
  }, [lines, virtualizer]);
  useLayoutEffect(() => {
    if (target === null) return;
    isAtEnd.current = false;
    virtualizer.scrollToIndex(target, { align: "center" });
  }, [target, virtualizer]);
  return (
    <div
      ref={scroller}
      className={styles["log"]}
      role="log"
      aria-label={label}
      aria-live="off"
      data-unbroken={isUnbroken || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      {note === null ? null : <p className={styles["note"]}>{note}</p>}
      {earlier === null ? null : (
        <div className={styles["note"]}>
          <Button variant="default" size="xs" loading={earlier.isLoading} onClick={earlier.onLoad}>
            {earlier.label}
          </Button>
        </div>
      )}
      <div className={styles["lines"]} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles["row"]}
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderLine(line, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
