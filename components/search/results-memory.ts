import { emptySelection, type Selection } from "@/components/domain/list/selection";

type Kept = { key: string; selection: Selection; scroll: number };

/** Where the user was among the results of the last search, for when a file opened from them is closed. */
let kept: Kept | null = null;

export function keptSelection(key: string): Selection {
  return kept?.key === key ? kept.selection : emptySelection;
}

export function keptScroll(key: string): number {
  return kept?.key === key ? kept.scroll : 0;
}

export function keepResults(key: string, change: Partial<Omit<Kept, "key">>): void {
  kept = { selection: keptSelection(key), scroll: keptScroll(key), ...change, key };
}
