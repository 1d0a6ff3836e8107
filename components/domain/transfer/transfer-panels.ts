import { createStore } from "@/lib/shared/store";

/** Whether the header's button has hidden the panels of uploads and jobs. */
export const arePanelsHidden = createStore(false);

/** How far several things are together; null while one of them cannot tell. */
export function meanFraction(fractions: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const fraction of fractions) {
    if (fraction === null) return null;
    sum += fraction;
  }
  return fractions.length === 0 ? null : sum / fractions.length;
}
