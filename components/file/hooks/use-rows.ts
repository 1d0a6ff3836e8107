"use client";

import { useLocale } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { makeNaturalCompare } from "@/components/domain/entry/natural-compare";
import { filterRows, sortRows, type SortOrder } from "@/components/domain/entry/sort-rows";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";

const noListing: FolderListing = { folders: [], files: [], writable: false, cursor: null, stamp: 0 };

type Options = {
  sort: SortOrder;
  showHidden: boolean;
  filter: string;
  /** Null: all. */
  only: ReadonlySet<string> | null;
};

type Rows = {
  /** To show, in order. */
  rows: readonly FileEntry[];
  /** The same before the filter: hidden entries are out if they are not wanted. */
  unfiltered: readonly FileEntry[];
};

/** Typing in the filter never waits for the rows. */
export function useRows(listing: FolderListing | undefined, { sort, showHidden, filter, only }: Options): Rows {
  const locale = useLocale();
  const text = useDeferredValue(filter);
  const compare = useMemo(() => makeNaturalCompare(locale), [locale]);
  const sorted = useMemo(() => sortRows(listing ?? noListing, sort, compare), [listing, sort, compare]);
  const unfiltered = useMemo(() => filterRows(sorted, { text: "", showHidden }), [sorted, showHidden]);
  const found = useMemo(() => filterRows(unfiltered, { text, showHidden: true }), [unfiltered, text]);
  const rows = useMemo(() => (only ? found.filter(({ name }) => only.has(name)) : found), [found, only]);
  return { rows, unfiltered };
}
