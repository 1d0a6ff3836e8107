"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- as in visit-list.tsx: only the visible rows exist */

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRef, useState } from "react";
import { useElementWidth } from "@/components/ui/use-element-width";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { Thumbnail } from "@/components/domain/thumbnail/thumbnail";
import type { FileEntry } from "@/lib/contracts/file";
import { shownName } from "@/lib/shared/shown-name";
import { TakeLink, visitHref, type VisitRows } from "./visit-list";
import { forViewer } from "./visit-path";
import styles from "./visit-gallery.module.css";

/** As in the style sheet, in pixels. */
const gap = 12;
const widestTile = 210;
const wordsHeight = 44;

/** The entries as pictures; each leads into the folder or opens the file. */
export function VisitGallery({ rows, ...place }: VisitRows) {
  const t = useTranslations("visit");
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [margin, setMargin] = useState(0);
  const columns = Math.max(2, Math.floor((width + gap) / (widestTile + gap)));
  const tileWidth = (width + gap) / columns - gap;
  const rowHeight = Math.round(tileWidth * 0.75) + wordsHeight + gap;
  // oxlint-disable-next-line react/incompatible-library -- its functions go to nothing that is memoized
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : Math.ceil(rows.length / columns),
    estimateSize: () => rowHeight,
    // Sizes are kept by index: with another width they are others.
    getItemKey: (index) => `${rowHeight} ${index}`,
    overscan: 2,
    scrollMargin: margin,
  });
  return (
    <div
      ref={(element) => {
        box.current = element;
        if (element !== null && element.offsetTop !== margin) setMargin(element.offsetTop);
      }}
      role="list"
      aria-label={t("listLabel")}
      className={styles["gallery"]}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index: row, start }) =>
        rows.slice(row * columns, (row + 1) * columns).map((entry, column) => (
          <div
            key={entry.name}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={row * columns + column + 1}
            className={styles["tile"]}
            style={{
              inlineSize: tileWidth,
              blockSize: rowHeight - gap,
              insetInlineStart: column * (tileWidth + gap),
              transform: `translateY(${start - margin}px)`,
            }}
          >
            <VisitTile {...place} entry={entry} />
          </div>
        )),
      )}
    </div>
  );
}

function VisitTile({ entry, ...place }: Omit<VisitRows, "rows"> & { entry: FileEntry }) {
  return (
    <>
      <Link
        href={visitHref(place, entry)}
        prefetch={false}
        scroll={isFolder(entry)}
        className={styles["entry"]}
        aria-label={shownName(entry.name)}
      >
        <Thumbnail entry={entry} folder={forViewer(place.folder)} iconSize={64} isLarge />
      </Link>
      <span className={styles["words"]}>
        <span className={styles["name"]} dir="auto" title={shownName(entry.name)} aria-hidden>
          {shownName(entry.name)}
        </span>
        <TakeLink {...place} entry={entry} />
      </span>
    </>
  );
}
