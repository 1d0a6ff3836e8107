export type GridSort = { column: string; direction: "up" | "down" };

/** Where a row stands: `level` from 0 in a tree; `isOpen` is null for rows that have none below them. */
export type Placed = { id: string; level: number; isOpen: boolean | null };

type Keyed = { id: string };

/** A flat list, in the order of the comparison; rows that are alike keep theirs. */
export function placeFlat<Row extends Keyed>(
  rows: readonly Row[],
  compare: (a: Row, b: Row) => number,
): readonly Placed[] {
  return rows.toSorted(compare).map(({ id }) => ({ id, level: 0, isOpen: null }));
}

/** Rows under those that they belong to, in the order of the comparison on each level. Rows whose parent is not among them stand at the top. */
export function placeTree<Row extends Keyed>(
  rows: readonly Row[],
  compare: (a: Row, b: Row) => number,
  { parentOf, isClosed }: { parentOf: (row: Row) => string | null; isClosed: (id: string) => boolean },
): readonly Placed[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = new Map<string | null, Row[]>();
  for (const row of rows) {
    const parent = parentOf(row);
    const key = parent !== null && parent !== row.id && known.has(parent) ? parent : null;
    const siblings = below.get(key);
    if (siblings === undefined) below.set(key, [row]);
    else siblings.push(row);
  }
  const placed: Placed[] = [];
  const add = (parent: string | null, level: number): void => {
    for (const { id } of (below.get(parent) ?? []).toSorted(compare)) {
      const hasChildren = below.has(id);
      const isOpen = hasChildren ? !isClosed(id) : null;
      placed.push({ id, level, isOpen });
      if (isOpen === true) add(id, level + 1);
    }
  };
  add(null, 0);
  return placed;
}

/** The order of before while it is held: what has gone is left out, what is new comes with the next order. */
export function holdOrder(before: readonly Placed[], isThere: (id: string) => boolean): readonly Placed[] {
  return before.every(({ id }) => isThere(id)) ? before : before.filter(({ id }) => isThere(id));
}

/** A click on a column's title: first its usual direction, then the other one. */
export function nextSort(sort: GridSort, column: string, first: GridSort["direction"]): GridSort {
  if (sort.column !== column) return { column, direction: first };
  return { column, direction: sort.direction === "up" ? "down" : "up" };
}
