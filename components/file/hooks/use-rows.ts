"use client";

import { useLocale } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { makeNaturalCompare } from "@/components/file/natural-compare";
import { filterRows, sortRows, type SortOrder } from "@/components/file/sort-rows";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";

const noListing: FolderListing = { folders: [], files: [], writable: false, cursor: null, stamp: 0 };

type Wish = { sort: SortOrder; showHidden: boolean; filter: string };

/** The rows to show, in order. Typing in the filter never waits for them. */
export function useRows(listing: FolderListing | undefined, { sort, showHidden, filter }: Wish): readonly FileEntry[] {
  const locale = useLocale();
  const text = useDeferredValue(filter);
  const compare = useMemo(() => makeNaturalCompare(locale), [locale]);
  const sorted = useMemo(() => sortRows(listing ?? noListing, sort, compare), [listing, sort, compare]);
  return useMemo(() => filterRows(sorted, { text, showHidden }), [sorted, text, showHidden]);
}
