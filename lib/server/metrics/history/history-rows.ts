import { createPace, nextSlice } from "@/lib/server/base/next-slice";
import type { Db } from "@/lib/server/db/open-db";
import { unpackFigures, type Span } from "./pack-figures";

export type Row = { layoutId: number; figures: Uint8Array };

/** So many minutes, or quarters of an hour, are read at once. */
const mostAtOnce = 240;

/** Ranges of numbers, the last of each not included, with others' turns in between. */
export async function* inSlices(from: number, before: number): AsyncGenerator<{ gte: number; lt: number }, void> {
  for (let gte = from; gte < before; gte += mostAtOnce) {
    await nextSlice();
    yield { gte, lt: Math.min(before, gte + mostAtOnce) };
  }
}

/** Calls `each` for all figures of the rows, by their names. */
export async function readRows<R extends Row>(
  db: Db,
  rows: readonly R[],
  each: (row: R, key: string, span: Span) => void,
): Promise<void> {
  const ids = [...new Set(rows.map(({ layoutId }) => layoutId))];
  const found = await db.metricLayout.findMany({ where: { id: { in: ids } } });
  const layouts = new Map(found.map(({ id, keys }) => [id, JSON.parse(keys) as string[]])); // as the recorder wrote it
  const pace = createPace();
  for (const row of rows) {
    const wait = pace();
    if (wait !== undefined) await wait;
    const keys = layouts.get(row.layoutId) ?? [];
    unpackFigures(row.figures, (index, span) => {
      const key = keys[index];
      if (key !== undefined) each(row, key, span);
    });
  }
}

/** The number of the layout with these names, in this order. */
export async function keepLayout(db: Db, keys: readonly string[]): Promise<number> {
  const text = JSON.stringify(keys);
  const { id } = await db.metricLayout.upsert({ where: { keys: text }, create: { keys: text }, update: {} });
  return id;
}
