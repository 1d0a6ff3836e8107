"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import type { ListModel } from "@/components/domain/list/grid-model";
import { pictureKey } from "@/components/domain/picture/picture-key";
import { pictureShapes } from "@/components/domain/picture/picture-shapes";
import { useStore } from "@/components/ui/use-store";
import { usePictureFacts } from "./use-picture-facts";
import { arrangePhotos } from "./arrange-photos";
import { layOutGallery } from "./gallery-layout";
import { gallerySettings } from "./gallery-settings";
import type { DateUnit } from "./group-by-date";

type Room = { width: number; padding: number; heightPx: number };

/** The rows in the gallery's order and where each of them is; until a picture's shape is known it is a square. */
export function useGalleryLayout(
  { rows: given, folder, sort }: Pick<ListModel, "rows" | "folder" | "sort">,
  { width, padding, heightPx }: Room,
) {
  const t = useTranslations("picture");
  const format = useFormatter();
  const { isByDate } = useStore(gallerySettings);
  const shapes = useStore(pictureShapes);
  const facts = usePictureFacts(folder, given);
  const textOf = useCallback(
    (ms: number, unit: DateUnit = "month") =>
      format.dateTime(
        new Date(ms),
        unit === "month"
          ? { month: "long", year: "numeric" }
          : { weekday: "long", day: "numeric", month: "long", year: "numeric" },
      ),
    [format],
  );
  const { rows, sections, times } = useMemo(
    () =>
      arrangePhotos(given, {
        sort,
        isByDate,
        takenMs: (entry) => facts.get(pictureKey(folder, entry))?.takenMs ?? undefined,
        titleOf: textOf,
        otherTitle: t("others"),
      }),
    [given, sort, isByDate, textOf, t, folder, facts],
  );
  const layout = useMemo(
    () =>
      layOutGallery(sections, {
        width,
        padding,
        targetHeight: Math.round(heightPx),
        ratioAt: (index) => {
          const entry = rows[index];
          if (entry === undefined) return 1;
          const key = pictureKey(folder, entry);
          const size = facts.get(key);
          return size ? size.width / size.height : (shapes.get(key) ?? 1);
        },
      }),
    [sections, rows, folder, shapes, facts, width, padding, heightPx],
  );
  const stops = useMemo(
    () =>
      layout.blocks.flatMap(({ key, top }) => {
        const ms = times.get(key);
        return ms === undefined ? [] : [{ top, ms }];
      }),
    [layout, times],
  );
  return { rows, layout, stops, textOf };
}
