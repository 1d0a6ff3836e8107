import type { ErrorKey, ErrorParams } from "./errors";

export type LiveRow = { id: string };
/** Of a row that is known: what has another value now. */
export type LivePatch<Row extends LiveRow> = { id: string } & Partial<Omit<Row, "id">>;

/** From one state of a table to the next. Without any state yet all rows are new. */
export type LiveMessage<Row extends LiveRow> = {
  rows: Row[];
  changed: LivePatch<Row>[];
  /** Ids of those that are no longer there. */
  gone: string[];
  /** More of the same step follows: what it makes is shown with its last part. */
  isPart: boolean;
  /** How many rows there are beyond those that are told. */
  left: number;
  /** How many cannot be read, and are left out. */
  unreadable: number;
  /** Why what is shown is not of now; it goes on by itself. */
  problem: { error: ErrorKey; params: ErrorParams } | null;
};

/** What changed from one row to another, field by field; null for nothing. Fields are plain values, or compared by what JSON says of them. */
export function patchOf<Row extends LiveRow>(before: Row, after: Row): LivePatch<Row> | null {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(before[name as keyof Row], value)); // a key of both
  return changed.length === 0 ? null : ({ ...Object.fromEntries(changed), id: after.id } as LivePatch<Row>); // entries of a Row
}

function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  return typeof after === "object" && after !== null && JSON.stringify(before) === JSON.stringify(after);
}

/** The rows after a message; the same map where it changes nothing. */
export function applyLive<Row extends LiveRow>(
  rows: ReadonlyMap<string, Row>,
  { rows: added, changed, gone }: Pick<LiveMessage<Row>, "rows" | "changed" | "gone">,
): ReadonlyMap<string, Row> {
  if (added.length + changed.length + gone.length === 0) return rows;
  const next = new Map(rows);
  for (const id of gone) next.delete(id);
  for (const patch of changed) {
    const row = next.get(patch.id);
    if (row !== undefined) next.set(patch.id, { ...row, ...patch });
  }
  for (const row of added) next.set(row.id, row);
  return next;
}
