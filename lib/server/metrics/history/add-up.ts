import type { Span } from "./pack-figures";

type Column = { sums: Float64Array; weights: Float64Array; highest: Float64Array };

/** Figures put together by steps: the average of what falls into one, and the highest value of it. */
export function createSteps(count: number) {
  const columns = new Map<string, Column>();

  function columnOf(key: string): Column {
    const known = columns.get(key);
    if (known !== undefined) return known;
    const made = {
      sums: new Float64Array(count),
      weights: new Float64Array(count),
      highest: new Float64Array(count).fill(-Infinity),
    };
    columns.set(key, made);
    return made;
  }

  return {
    /** `weight`: of how many minutes it is. What is before the first step or after the last one is left out. */
    add(step: number, key: string, { average, highest }: Span, weight = 1): void {
      if (step < 0 || step >= count) return;
      const column = columnOf(key);
      column.sums[step] = (column.sums[step] ?? 0) + average * weight;
      column.weights[step] = (column.weights[step] ?? 0) + weight;
      column.highest[step] = Math.max(column.highest[step] ?? highest, highest);
    },
    keys: () => [...columns.keys()],
    at(step: number, key: string): Span | null {
      const column = columns.get(key);
      const weight = column?.weights[step] ?? 0;
      if (column === undefined || weight === 0) return null;
      return { average: (column.sums[step] ?? 0) / weight, highest: column.highest[step] ?? 0 };
    },
  };
}

export type Steps = ReturnType<typeof createSteps>;
