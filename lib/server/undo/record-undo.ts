import type { Prisma } from "@/lib/server/db/generated/client";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";

const keptPerSession = 50;
const keptMs = 24 * 3_600_000;

/** `what`: the name of its kind, and what that wants to know; `amount`: of entries, as nothing need not be undone. */
type Record = { id: string; amount: number; what: Prisma.InputJsonObject & { kind: string } };

/**
 * Keeps what is needed to undo something: for a day, and the last fifty of a session. Never rejects: what was done is done, also
 * where the database has no room for this.
 */
export async function recordUndo(ctx: Pick<Ctx, "db" | "actor" | "log">, record: Record): Promise<void> {
  if (record.amount === 0) return;
  await store(ctx, record).catch((error: unknown) => ctx.log.error({ err: error }, "undo could not be recorded"));
}

async function store({ db, actor }: Pick<Ctx, "db" | "actor">, { id, what }: Record): Promise<void> {
  const owner = { ownerId: userIdOf(actor), sessionId: actor.sessionId ?? "" };
  await db.undo.create({ data: { id, ...owner, what } });
  const [last] = await db.undo.findMany({
    where: owner,
    orderBy: { createdAt: "desc" },
    skip: keptPerSession,
    take: 1,
  });
  if (last !== undefined) await db.undo.deleteMany({ where: { ...owner, createdAt: { lte: last.createdAt } } });
  await db.undo.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - keptMs) } } });
}
