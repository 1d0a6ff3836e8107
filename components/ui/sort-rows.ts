import { compareNames } from "@/lib/shared/compare-names";

/** In the order of a value, texts as people read them; rows without one stand below the others either way. Rows that are alike keep theirs. */
export function sortRows<T>(
  rows: readonly T[],
  valueOf: (row: T) => string | number | null,
  direction: "up" | "down",
): readonly T[] {
  const sign = direction === "up" ? 1 : -1;
  const valued = rows.map((row) => ({ row, value: valueOf(row) }));
  const sorted = valued.toSorted((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return typeof a.value === "number" && typeof b.value === "number"
      ? (a.value - b.value) * sign
      : compareNames(String(a.value), String(b.value)) * sign;
  });
  return sorted.map(({ row }) => row);
}
