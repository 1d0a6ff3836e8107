import type { Prisma } from "@/lib/server/db/generated/client";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { eachPage } from "./find-trash-rows";
import { mayReach } from "./trash-row";

const perRead = 500;
const mostAsked = 100_000;

/** How many there are, and what they take, of those that the actor may see: of others not even that is told. Whoever has all folders needs no question about each. */
export async function sumTrash(
  where: Prisma.TrashWhereInput,
  { db, actor, storage }: Pick<Ctx, "db" | "actor" | "storage">,
): Promise<{ count: number; bytes: number }> {
  if (actor.scopes === null) {
    const { _count, _sum } = await db.trash.aggregate({ where, _count: true, _sum: { sizeBytes: true } });
    return { count: _count, bytes: _sum.sizeBytes ?? 0 };
  }
  const isSeen = async (row: Parameters<typeof mayReach>[0]) => mayReach(row, storage);
  const sums = { count: 0, bytes: 0 };
  const rows = eachPage(
    (after) =>
      db.trash.findMany({
        where: { AND: [where, { id: { gt: after } }] },
        orderBy: { id: "asc" },
        take: perRead,
        select: { id: true, hostPath: true, kind: true, sizeBytes: true },
      }),
    mostAsked,
  );
  for await (const row of rows) {
    if (!(await isSeen(row).catch(() => false))) continue; // one that cannot be read is not shown either
    sums.count++;
    sums.bytes += row.sizeBytes ?? 0;
  }
  return sums;
}
