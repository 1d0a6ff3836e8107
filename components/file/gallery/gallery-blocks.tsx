"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual, nor laid out as lines of pictures */

import type { ListModel, RenameEnd } from "@/components/domain/list/grid-model";
import { isPicked } from "@/components/domain/list/selection";
import type { GalleryBlock, GalleryLayout, GalleryLine } from "./gallery-layout";
import { lineOf } from "./gallery-layout";
import { PhotoTile } from "./photo-tile";
import type { GalleryWindow } from "./use-gallery-window";
import styles from "./gallery.module.css";

type Props = {
  model: ListModel;
  layout: GalleryLayout;
  shown: GalleryWindow;
  /** Of the entry that the keyboard is on; it stays drawn wherever one scrolls. */
  focusIndex: number;
  ratingOf: (name: string) => number;
  isDraggable: boolean;
  onRenameEnd: (end: RenameEnd) => void;
};

/** What is in sight: headings that stay while their pictures pass, and under them the lines. */
export function GalleryBlocks(props: Props) {
  const { layout, shown, focusIndex } = props;
  const kept = layout.lines[lineOf(layout, focusIndex)];
  const isDrawn = ({ top, height }: { top: number; height: number }) => top < shown.to && top + height > shown.from;
  const holds = ({ start, end }: GalleryBlock) => kept !== undefined && kept.start >= start && kept.start < end;
  return layout.blocks.map((block) =>
    isDrawn(block) || holds(block) ? (
      <div
        key={`${block.look} ${block.key}`}
        role="rowgroup"
        className={styles["block"]}
        style={{ insetBlockStart: block.top, blockSize: block.height }}
      >
        {block.title === "" ? null : (
          <div role="row" className={styles["head"]}>
            <span role="rowheader">{block.title}</span>
          </div>
        )}
        {block.lines.map((line) =>
          isDrawn(line) || line === kept ? <Line key={line.start} {...props} block={block} line={line} /> : null,
        )}
      </div>
    ) : null,
  );
}

function Line({ model, block, line, focusIndex, ratingOf, isDraggable, onRenameEnd }: Props & Drawn) {
  const { rows, folder, cutNames, sharedNames, renaming, selection } = model;
  return (
    <div
      role="row"
      className={styles["line"]}
      style={{ insetBlockStart: line.top - block.top, blockSize: line.height }}
    >
      {rows.slice(line.start, line.start + line.widths.length).map((entry, column) => {
        const index = line.start + column;
        return (
          <PhotoTile
            key={entry.name}
            entry={entry}
            folder={folder}
            index={index}
            column={column}
            look={block.look}
            left={line.lefts[column] ?? 0}
            width={line.widths[column] ?? 0}
            rating={ratingOf(entry.name)}
            isPicked={isPicked(selection.picked, entry.name)}
            isTabStop={index === Math.max(0, focusIndex)}
            isCut={cutNames.has(entry.name)}
            isShared={sharedNames.has(entry.name)}
            isRenaming={renaming === entry.name}
            isDraggable={isDraggable}
            onRenameEnd={onRenameEnd}
          />
        );
      })}
    </div>
  );
}

type Drawn = { block: GalleryBlock; line: GalleryLine };
