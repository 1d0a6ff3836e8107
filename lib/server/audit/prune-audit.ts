import type { Env } from "@/lib/server/base/env";
import type { Db } from "@/lib/server/db/open-db";

const dayMs = 86_400_000;
/** At once; others may write in between. */
const rowsPerRound = 2_000;
/** What anonymous callers may fill, beside what users do. */
const anonymousShare = 0.25;

/** Who has no account: refused sign-ins, visitors of shares. Not a sign-in that worked, nor a command on the server. */
const byAnonymous = `"userId" IS NULL AND NOT ("username" <> '' AND "outcome" = 'success') AND "action" NOT LIKE 'COMMAND %'`;

export type AuditLimits = Env["audit"];

/**
 * Removes the oldest lines past the limits and gives how many. Anonymous callers' lines have a limit of their own, a quarter of the
 * other, so that whoever tries passwords or opens links pushes nothing out that users did.
 */
export async function pruneAudit(db: Db, { days, rows }: AuditLimits, nowMs = Date.now()): Promise<number> {
  const oldest = new Date(nowMs - days * dayMs).toISOString().replace("Z", "+00:00");
  const anonymous = Math.floor(rows * anonymousShare);
  return (
    (await removeAll(db, `"at" < ?`, oldest)) +
    (await removeAll(db, `(${byAnonymous}) AND "id" <= (${idAfter(byAnonymous)})`, anonymous)) +
    (await removeAll(db, `NOT (${byAnonymous}) AND "id" <= (${idAfter(`NOT (${byAnonymous})`)})`, rows))
  );
}

/** The newest id that is one too many; null where there are not so many. */
function idAfter(where: string): string {
  return `SELECT "id" FROM "Audit" WHERE ${where} ORDER BY "id" DESC LIMIT 1 OFFSET ?`;
}

async function removeAll(db: Db, where: string, value: string | number): Promise<number> {
  const remove = `DELETE FROM "Audit" WHERE "id" IN (SELECT "id" FROM "Audit" WHERE ${where} ORDER BY "id" LIMIT ${rowsPerRound})`;
  for (let total = 0; ;) {
    const removed = await db.$executeRawUnsafe(remove, value);
    total += removed;
    if (removed < rowsPerRound) return total;
  }
}
