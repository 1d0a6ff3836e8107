import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";

const keptDays = 30;
/** Of one owner. */
const keptPerOwner = 1_000;

/** What is forgotten, as a part of a query. */
export function longOver() {
  return { finishedAt: { lt: new Date(Date.now() - keptDays * 86_400_000) } };
}

/** Before another task of the owner begins: nobody fills the table by beginning a million small ones. */
export async function forgetOld(db: Db, ownerId: string): Promise<void> {
  await db.task.deleteMany({ where: { ownerId, ...longOver() } });
  const [last] = await db.task.findMany({
    where: { ownerId },
    orderBy: { startedAt: "desc" },
    skip: keptPerOwner - 1,
    take: 1,
    select: { startedAt: true },
  });
  if (last === undefined) return;
  const isOld = { ownerId, finishedAt: { not: null }, startedAt: { lte: last.startedAt } };
  await db.task.deleteMany({ where: isOld });
}

/**
 * When a task is over: what is long about the owner's oldest ones goes, beyond so many bytes of all of them. Only the rows' headers are read
 * for that (octet_length), not what is in them.
 */
export async function forgetDetails(db: Db, ownerId: string, most: number = limits.heldTasks.keptBytes): Promise<void> {
  await db.$executeRaw`DELETE FROM "TaskDetail" WHERE "taskId" IN (
    SELECT "id" FROM (
      SELECT "Task"."id" AS "id", "finishedAt",
        SUM(octet_length("input") + octet_length("outcome")) OVER (ORDER BY "startedAt" DESC, "Task"."id" DESC) AS "upToIt"
      FROM "Task" JOIN "TaskDetail" ON "taskId" = "Task"."id" WHERE "ownerId" = ${ownerId}
    ) WHERE "upToIt" > ${most} AND "finishedAt" IS NOT NULL)`;
}
