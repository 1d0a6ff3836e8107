"use client";

import { useEffect, useMemo, useState } from "react";
import type { GridProps } from "@/components/file/list/grid-props";
import { isPhoto } from "./arrange-photos";

type Options = Pick<GridProps, "unfiltered" | "onOnly"> & { ratingOf: (name: string) => number };

/** The fewest stars that a picture must have to be shown; 0: all are. Then the page has only these to show, choose and work with. */
export function useLeastRating({ unfiltered, onOnly, ratingOf }: Options): [number, (least: number) => void] {
  const [least, setLeast] = useState(0);
  const only = useMemo(
    () =>
      least === 0
        ? null
        : new Set(unfiltered.filter((row) => isPhoto(row) && ratingOf(row.name) >= least).map(({ name }) => name)),
    [least, unfiltered, ratingOf],
  );
  useEffect(() => onOnly(only), [onOnly, only]);
  useEffect(() => () => onOnly(null), [onOnly]);
  return [least, setLeast];
}
