"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, type SyntheticEvent } from "react";
import { pickedRows } from "@/components/domain/list/selection";
import { useGridKeys } from "@/components/domain/list/use-grid-keys";
import { useGridPointer } from "@/components/domain/list/use-grid-pointer";
import type { GridProps } from "@/components/file/list/grid-props";
import { useRubberBand } from "@/components/file/list/use-rubber-band";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useIsMobile, useMedia } from "@/components/ui/use-media";
import { useRowFocus } from "@/components/ui/use-row-focus";
import { useStore } from "@/components/ui/use-store";
import { pictureKey } from "@/components/domain/picture/picture-key";
import { noteShape } from "@/components/domain/picture/picture-shapes";
import { isPhoto } from "./arrange-photos";
import { GalleryBar } from "./gallery-bar";
import { GalleryBlocks } from "./gallery-blocks";
import { entryAfterKey } from "./gallery-keys";
import { entriesInArea, headPx } from "./gallery-layout";
import { gallerySettings } from "./gallery-settings";
import { NoSuchRating } from "./no-such-rating";
import { RatingFilter } from "./rating-filter";
import { Scrubber } from "./scrubber";
import { useGalleryLayout } from "./use-gallery-layout";
import { useLeastRating } from "./use-least-rating";
import { useRatings } from "./use-ratings";
import { useGalleryScroll } from "./use-gallery-scroll";
import styles from "./gallery.module.css";

const padding = { desktop: 14, mobile: 4 };
/** With fewer headings the list is short enough without. */
const leastStops = 3;

/** The pictures of a folder in their true shapes under the dates when they were taken; folders before, other files behind. */
export default function PhotoGallery(props: GridProps) {
  const { events, start, filter, isCovered, singleKeys, empty, onDragStart, onDragEnd } = props;
  const { unfiltered, onOrder, onOnly } = props;
  const { selection, chosenCount, renaming } = props.model;
  const t = useTranslations("file");
  const grid = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const isFine = useMedia("(pointer: fine)");
  const width = useElementWidth(grid);
  const { heightPx } = useStore(gallerySettings);
  const side = isMobile ? padding.mobile : padding.desktop;
  const { rows, layout, stops, textOf } = useGalleryLayout(props.model, {
    width: width - 2 * side,
    padding: side,
    // On a phone the same choice shows a third more pictures.
    heightPx: isMobile ? heightPx * 0.65 : heightPx,
  });
  const model = useMemo(() => ({ ...props.model, rows }), [props.model, rows]);
  useEffect(() => onOrder(rows), [onOrder, rows]);
  const index = useMemo(
    () => (selection.focus === null ? -1 : rows.findIndex(({ name }) => name === selection.focus)),
    [rows, selection.focus],
  );
  const { shown, scrollTo } = useGalleryScroll(grid, {
    layout,
    rows,
    isMeasured: width > 0,
    start,
    filter,
    isCovered,
    focusIndex: index,
    wanted: selection.shown,
    renaming,
    tell: events.scroll,
  });
  const pointer = useGridPointer(model, events);
  const band = useRubberBand(grid, {
    model,
    events,
    find: (area, { width: room, isRtl }) => {
      const [left, right] = isRtl ? [room - area.right, room - area.left] : [area.left, area.right];
      return entriesInArea(layout, { ...area, left, right });
    },
  });
  const focus = useRowFocus(grid, index, { isRenaming: renaming !== null });
  useGridKeys({
    model,
    events,
    index,
    singleKeys,
    cellAfter: (key, isRtl) =>
      entryAfterKey(key, layout, {
        index,
        count: rows.length,
        pagePx: (grid.current?.clientHeight ?? 0) - headPx,
        isRtl,
      }),
    onMoved: (next) => {
      scrollTo(next);
      focus.take();
    },
  });
  const chosen = useMemo(() => pickedRows(selection.picked, rows), [selection.picked, rows]);
  const ratingOf = useRatings({ folder: model.folder, rows: unfiltered, chosen, singleKeys });
  const [least, setLeast] = useLeastRating({ unfiltered, onOnly, ratingOf });
  const changeLeast = (count: number) => {
    // What goes out of sight is not worked with, and comes back chosen, as with the filter.
    events.select({ type: "hold", rows });
    setLeast(count);
  };
  const photoCount = useMemo(() => rows.reduce((count, row) => count + (isPhoto(row) ? 1 : 0), 0), [rows]);
  const hasScrubber = stops.length >= leastStops;

  // Where nobody knows a picture's shape, the small picture itself tells.
  const onLoad = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLImageElement)) return;
    const entry = rows[Number(target.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? Number.NaN)];
    if (entry !== undefined) noteShape(pictureKey(model.folder, entry), target.naturalWidth / target.naturalHeight);
  };
  return (
    <div className={styles["gallery"]}>
      {photoCount > 0 || least > 0 ? (
        <GalleryBar photoCount={photoCount}>
          <RatingFilter least={least} onLeast={changeLeast} />
        </GalleryBar>
      ) : null}
      <div className={styles["frame"]}>
        <div
          ref={grid}
          // A grid without rows would be none.
          role={rows.length === 0 ? "region" : "grid"}
          className={styles["grid"]}
          data-scrubbed={hasScrubber || undefined}
          data-selecting={chosenCount > 0 || undefined}
          aria-label={t("listLabel")}
          aria-multiselectable={rows.length > 0 || undefined}
          aria-rowcount={rows.length === 0 ? undefined : layout.lines.length}
          onLoadCapture={onLoad}
          {...pointer}
          // oxlint-disable-next-line react/refs -- read when the click comes
          onClickCapture={band.handlers.onClickCapture}
          onPointerDown={(event) => {
            band.handlers.onPointerDown(event);
            pointer.onPointerDown(event);
          }}
          onPointerMove={(event) => {
            band.handlers.onPointerMove(event);
            pointer.onPointerMove(event);
          }}
          onPointerUp={() => {
            band.handlers.onPointerUp();
            pointer.onPointerUp();
          }}
          onPointerCancel={() => {
            band.handlers.onPointerCancel();
            pointer.onPointerCancel();
          }}
          {...focus.handlers}
          onDragStart={onDragStart}
          onDragEnd={onDragEnd}
        >
          {rows.length > 0 ? null : least === 0 ? empty : <NoSuchRating onAll={() => changeLeast(0)} />}
          <div ref={band.frame} className={styles["band"]} hidden aria-hidden />
          <div
            role={rows.length === 0 ? undefined : "presentation"}
            className={styles["body"]}
            style={{ blockSize: layout.height + 40 }}
          >
            <GalleryBlocks
              model={model}
              layout={layout}
              shown={shown}
              focusIndex={index}
              ratingOf={ratingOf}
              isDraggable={isFine}
              onRenameEnd={events.renameEnd}
            />
          </div>
        </div>
        {hasScrubber ? <Scrubber stops={stops} contentPx={layout.height} scroller={grid} textOf={textOf} /> : null}
      </div>
    </div>
  );
}
