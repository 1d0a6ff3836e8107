import { nextSlice } from "@/lib/server/base/next-slice";
import type { Db } from "@/lib/server/db/open-db";

/** At most and at least so many lines are looked through at once, as many as take some milliseconds: others have their turn in between. */
const [fewest, mostAtOnce] = [100, 6_400];
const [quickMs, longMs] = [4, 8];

export type Texts = { action: string | undefined; target: string | undefined };

/**
 * The ids of lines whose action, and target or changes, have these texts in them, some at a time and the newest first; A to Z in either case. As each text may be at many places that are nearly
 * it, no bound but that of the lines tells how long a line takes.
 */
export async function* idsWithText(
  db: Db,
  { action = "", target = "" }: Texts,
  before: number | undefined,
): AsyncGenerator<number[], void> {
  const [ends] = await db.$queryRaw<{ first: number | bigint | null; last: number | bigint | null }[]>`
    SELECT (SELECT MIN("id") FROM "Audit") AS "first", (SELECT MAX("id") FROM "Audit") AS "last"`;
  const first = Number(ends?.first ?? 0);
  let atOnce = fewest;
  for (let end = Math.min(before ?? Infinity, Number(ends?.last ?? 0) + 1); end > first;) {
    const start = end - atOnce;
    const beganMs = performance.now();
    const rows = await db.$queryRaw<{ id: number | bigint }[]>`
      SELECT "id" FROM "Audit" WHERE "id" >= ${start} AND "id" < ${end}
        AND instr(lower("action"), lower(${action})) > 0
        AND (instr(lower("target"), lower(${target})) > 0 OR instr(lower("changes"), lower(${target})) > 0)
      ORDER BY "id" DESC`;
    const tookMs = performance.now() - beganMs;
    if (rows.length > 0) yield rows.map(({ id }) => Number(id));
    end = start;
    if (tookMs < quickMs) atOnce = Math.min(mostAtOnce, atOnce * 2);
    else if (tookMs > longMs) atOnce = Math.max(fewest, Math.floor(atOnce / 2));
    await nextSlice();
  }
}
