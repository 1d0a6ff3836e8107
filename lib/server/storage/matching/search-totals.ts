import type { SearchTotals } from "@/lib/server/storage/search";

const keptUnreadable = 100;

export type Totals = { -readonly [K in keyof SearchTotals]: K extends "unreadable" ? string[] : SearchTotals[K] };

export function newTotals(): Totals {
  return { folders: 0, entries: 0, unreadable: [], unreadableCount: 0, cut: null };
}

export function noteUnreadable(totals: Totals, path: string): void {
  if (totals.unreadable.length < keptUnreadable) totals.unreadable.push(path);
  totals.unreadableCount++;
}

/** This program's own files are in no search, finished or not. */
export function isHiddenFromSearch(name: string, withHidden: boolean): boolean {
  return name.startsWith(".") && (!withHidden || name.startsWith(".filedeck-"));
}
