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
