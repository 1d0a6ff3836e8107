import type { Db } from "@/lib/server/db/open-db";
import { unpackFigures, type Span } from "./pack-figures";

export type Row = { layoutId: number; figures: Uint8Array };

/** Calls `each` for all figures of the rows, by their names. */
export async function readRows<R extends Row>(
  db: Db,
  rows: readonly R[],
  each: (row: R, key: string, span: Span) => void,
): Promise<void> {
  const ids = [...new Set(rows.map(({ layoutId }) => layoutId))];
  const found = await db.metricLayout.findMany({ where: { id: { in: ids } } });
  const layouts = new Map(found.map(({ id, keys }) => [id, JSON.parse(keys) as string[]])); // as the recorder wrote it
  for (const row of rows) {
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
