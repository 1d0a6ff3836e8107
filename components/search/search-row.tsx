"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual; the row itself says that it is selected */

import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { formatChanged, formatFullDate } from "@/components/domain/entry/entry-text";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { formatSize } from "@/lib/shared/units";
import { shownName } from "@/lib/shared/shown-name";
import { Highlight } from "./highlight";
import { shownLines } from "./result-height";
import type { Found } from "./search-state";
import { EntryMenuButton } from "@/components/domain/list/entry-parts";
import { GridRow } from "@/components/domain/list/grid-row";
import parts from "@/components/domain/list/entry-parts.module.css";
import styles from "./search-results.module.css";

type Props = {
  hit: Found;
  /** Where it is, in words. */
  place: string;
  index: number;
  top: number;
  height: number;
  isPicked: boolean;
  isTabStop: boolean;
  nowMs: number;
};

/** One result: name, place, size and date, and below them the lines of a file that hold the text. */
export const SearchRow = memo(function SearchRow({
  hit,
  place,
  index,
  top,
  height,
  isPicked,
  isTabStop,
  nowMs,
}: Props) {
  const t = useTranslations("search");
  const tFile = useTranslations("file");
  const locale = useLocale();
  const { entry } = hit;
  const { lines, hidden } = shownLines(hit);
  return (
    <GridRow
      className={styles["row"]}
      index={index}
      headerRows={0}
      top={top}
      height={height}
      isPicked={isPicked}
      isTabStop={isTabStop}
    >
      <span role="gridcell" className={styles["name"]}>
        <EntryIcon entry={entry} />
        <span className={styles["names"]}>
          <span className={parts["text"]} dir="auto" title={shownName(entry.name)}>
            <Highlight text={entry.name} ranges={hit.ranges} />
          </span>
          <span className={styles["place"]} title={place}>
            <bdi dir="ltr">{place}</bdi>
          </span>
        </span>
      </span>
      <span role="gridcell" className={parts["fact"]}>
        <bdi>{isFolder(entry) ? "–" : formatSize(entry.size, locale)}</bdi>
      </span>
      <span role="gridcell" className={styles["mtime"]} title={formatFullDate(entry.mtime, locale)}>
        <bdi>{formatChanged(entry.mtime, nowMs, locale)}</bdi>
      </span>
      <span role="gridcell" className={parts["more"]}>
        <EntryMenuButton label={tFile("entryMenu", { name: shownName(entry.name) })} />
      </span>
      {lines.length === 0 ? null : (
        <span role="gridcell" className={styles["lines"]}>
          {lines.map(({ line, text, ranges, cut }) => (
            <span key={line} className={styles["line"]} dir="ltr" data-line={line}>
              <span className={styles["number"]}>{line}</span>
              <code>
                {cut ? "…" : null}
                <Highlight {...trimmed(text, ranges)} />
              </code>
            </span>
          ))}
          {hidden ? <span className={styles["moreLines"]}>{t("moreLines")}</span> : null}
        </span>
      )}
    </GridRow>
  );
});

/** Without the indentation: the line stands alone. */
function trimmed(text: string, ranges: Found["ranges"]): { text: string; ranges: Found["ranges"] } {
  const first = ranges[0]?.[0] ?? 0;
  const indent = Math.min(text.length - text.trimStart().length, first);
  return { text: text.slice(indent), ranges: ranges.map(([from, to]) => [from - indent, to - indent]) };
}
