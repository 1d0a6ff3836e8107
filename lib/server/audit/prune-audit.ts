import { ownCodes } from "@/lib/contracts/audited-actions";
import { chunked } from "@/lib/shared/chunked";
import type { Env } from "@/lib/server/base/env";
import { nextSlice } from "@/lib/server/base/next-slice";
import type { Db } from "@/lib/server/db/open-db";
import { weightSql, weights } from "./line-weight";
import { planRemoval, type ByWeight } from "./plan-removal";

const dayMs = 86_400_000;
/** At once; others may write in between. */
const rowsPerRound = 2_000;
/** To count at once. */
const rowsPerSlice = 5_000;
/** What anonymous callers may fill, beside what users do. */
const anonymousShare = 0.25;

/** Of each kind that the server records of itself: some of them users bring about, as often as they like. */
const ownShare = 0.05;

const textOf = (code: string) => `'${code.replaceAll("'", "''")}'`;
const byServer = `"action" IN (${ownCodes.map(textOf).join(", ")})`;
/** Who has no account: refused sign-ins, visitors of shares. Not a sign-in that worked, nor the server itself. */
const byAnonymous = `"userId" IS NULL AND NOT ("username" <> '' AND "outcome" = 'success') AND NOT ${byServer}`;

export type AuditLimits = Env["audit"];

/**
 * Removes the oldest lines past the limits and gives how many. Anonymous callers' lines have a limit of their own, a quarter of the
 * other, so that whoever tries passwords or opens links pushes nothing out that users or the server did; so has each kind of the server's own. Of users' lines
 * those of whoever has very many go first, and then those that tell of the least (`planRemoval`): nobody pushes out what others did, nor, with what is refused or only looks, what they did
 * themselves. Administrators lose none while they have no more than a quarter.
 */
export async function pruneAudit(db: Db, { days, rows }: AuditLimits, nowMs = Date.now()): Promise<number> {
  const oldest = new Date(nowMs - days * dayMs).toISOString().replace("Z", "+00:00");
  const anonymous = Math.floor(rows * anonymousShare);
  return (
    (await removeAll(db, `"at" < ?`, oldest)) +
    (await removeAll(db, `(${byAnonymous}) AND "id" <= (${idAfter(byAnonymous)})`, anonymous)) +
    (await removeOwn(db, Math.floor(rows * ownShare))) +
    (await removeOfLargest(db, rows))
  );
}

/** The newest id that is one too many; null where there are not so many. */
function idAfter(where: string): string {
  return `SELECT "id" FROM "Audit" WHERE ${where} ORDER BY "id" DESC LIMIT 1 OFFSET ?`;
}

/** Of each kind by itself: none pushes another out. */
async function removeOwn(db: Db, most: number): Promise<number> {
  let removed = 0;
  for (const code of ownCodes) {
    const one = `"action" = ${textOf(code)}`;
    removed += await removeAll(db, `${one} AND "id" <= (${idAfter(one)})`, most);
  }
  return removed;
}

/** What is neither an anonymous caller's nor the server's. */
const byUsers = `NOT (${byAnonymous}) AND NOT ${byServer}`;

/** Sign-ins had a name alone once, and a name may be what is another's id: the two never count as one. */
const person = `CASE WHEN "userId" IS NULL THEN 'name ' || "username" ELSE 'id ' || "userId" END`;

async function removeOfLargest(db: Db, rows: number): Promise<number> {
  // Without looking at a line; most servers never have so many.
  const [all] = await db.$queryRaw<{ count: number | bigint }[]>`SELECT COUNT(*) AS "count" FROM "Audit"`;
  if (Number(all?.count ?? 0) <= rows) return 0;
  const roots = await db.user.findMany({ where: { isRoot: true }, select: { id: true } });
  return removePlanned(db, planRemoval(await countByUser(db), new Set(roots.map(({ id }) => `id ${id}`)), rows));
}

/** From the oldest on, in slices with others' turns in between. */
async function removePlanned(db: Db, plan: ByWeight): Promise<number> {
  const lines = `SELECT "id", ${person} AS "who", ${weightSql} AS "weight" FROM "Audit"
    WHERE "id" > ? AND "id" <= ? AND ${byUsers} ORDER BY "id"`;
  let total = 0;
  let left = plan.flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0);
  for await (const slice of idSlices(db)) {
    if (left === 0) break;
    const found = await db.$queryRawUnsafe<{ id: number | bigint; who: string; weight: number | bigint }[]>(
      lines,
      ...slice,
    );
    const ids = found.flatMap(({ id, who, weight }) => {
      const ofWho = plan[Number(weight)]?.get(who) ?? 0;
      if (ofWho === 0) return [];
      plan[Number(weight)]?.set(who, ofWho - 1);
      left -= 1;
      return [Number(id)];
    });
    for (const some of chunked(ids, rowsPerRound))
      total +=
        await db.$executeRaw`DELETE FROM "Audit" WHERE "id" IN (SELECT "value" FROM json_each(${JSON.stringify(some)}))`;
  }
  return total;
}

/** Bounds of ids, the first one not included, from the oldest to the newest line. */
async function* idSlices(db: Db): AsyncGenerator<[after: number, to: number], void> {
  const [ends] = await db.$queryRaw<{ first: number | bigint | null; last: number | bigint | null }[]>`
    SELECT (SELECT MIN("id") FROM "Audit") AS "first", (SELECT MAX("id") FROM "Audit") AS "last"`;
  const last = Number(ends?.last ?? 0);
  for (let after = Number(ends?.first ?? 0) - 1; after < last; after += rowsPerSlice) {
    yield [after, after + rowsPerSlice];
    await nextSlice();
  }
}

/** Lines of each, by their weight, counted in slices with others' turns in between. */
async function countByUser(db: Db): Promise<Map<string, number>[]> {
  const counts = weights.map(() => new Map<string, number>());
  const count = `SELECT ${person} AS "who", ${weightSql} AS "weight", COUNT(*) AS "count" FROM "Audit"
    WHERE "id" > ? AND "id" <= ? AND ${byUsers} GROUP BY 1, 2`;
  for await (const slice of idSlices(db)) {
    const groups = await db.$queryRawUnsafe<{ who: string; weight: number | bigint; count: number | bigint }[]>(
      count,
      ...slice,
    );
    for (const { who, weight, count: more } of groups) {
      const holders = counts[Number(weight)];
      holders?.set(who, (holders.get(who) ?? 0) + Number(more));
    }
  }
  return counts;
}

async function removeAll(db: Db, where: string, value: string | number): Promise<number> {
  const remove = `DELETE FROM "Audit" WHERE "id" IN (SELECT "id" FROM "Audit" WHERE ${where} ORDER BY "id" LIMIT ${rowsPerRound})`;
  for (let total = 0; ;) {
    const removed = await db.$executeRawUnsafe(remove, value);
    total += removed;
    if (removed < rowsPerRound) return total;
  }
}
