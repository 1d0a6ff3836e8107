"use client";

import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useFormatSize } from "@/components/layout/use-format-size";
import { shownName } from "@/lib/shared/shown-name";
import type { SpaceItem } from "./space-tree";
import { squarify, type Box } from "./squarify";
import styles from "./space.module.css";

const height = 400;
const labelHeight = 22;
/** Smaller ones would be specks. */
const least = 3;

type Props = { folder: SpaceItem; onEnter: (item: SpaceItem) => void };

/** The folder's content as boxes of its sizes, two levels deep. The list beside it has the same for the keyboard. */
export function SpaceBoxes({ folder, onEnter }: Props) {
  const t = useTranslations("space");
  const formatSize = useFormatSize();
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const boxes = useMemo(() => boxesOf(folder, { x: 0, y: 0, width, height }), [folder, width]);
  return (
    <section ref={frame} className={styles["boxes"]} aria-label={t("map")}>
      {boxes.map(({ item, box }) => {
        const label = `${shownName(item.name)} · ${formatSize(item.bytes)}`;
        const isFolder = item.kind === "folder";
        return (
          <button
            key={item.path}
            type="button"
            tabIndex={-1}
            className={styles["box"]}
            style={styleOf(box)}
            data-kind={isFolder ? "folder" : "file"}
            data-tip={label}
            aria-label={label}
            aria-disabled={!isFolder || undefined}
            onClick={isFolder ? () => onEnter(item) : undefined}
          >
            {box.width > 48 && box.height > labelHeight ? (
              <span className={styles["boxName"]}>
                <bdi>{shownName(item.name)}</bdi>
              </span>
            ) : null}
            {isFolder ? <Inner item={item} outer={box} /> : null}
          </button>
        );
      })}
    </section>
  );
}

/** What is in a folder's box: only its pattern, without names. */
function Inner({ item, outer }: { item: SpaceItem; outer: Box }) {
  const area = { x: 3, y: labelHeight, width: outer.width - 8, height: outer.height - labelHeight - 5 };
  if (area.width < 12 || area.height < 12) return null;
  return boxesOf(item, area).map((one) => (
    <span
      key={one.item.path}
      className={styles["inner"]}
      style={styleOf(one.box)}
      data-kind={one.item.kind === "folder" ? "folder" : "file"}
    />
  ));
}

function boxesOf({ children, bytes, rest }: SpaceItem, area: Box): { item: SpaceItem; box: Box }[] {
  if (area.width <= 0 || bytes <= 0) return [];
  // What has no part of its own leaves its room empty.
  const found = squarify([...children.map((child) => child.bytes), rest.bytes], area);
  return children.flatMap((item, index) => {
    const box = found[index];
    return box === undefined || box.width < least || box.height < least ? [] : [{ item, box }];
  });
}

function styleOf({ x, y, width, height: blockSize }: Box) {
  return { insetInlineStart: x, insetBlockStart: y, inlineSize: width - 1, blockSize: blockSize - 1 };
}
