import { z } from "zod";
import { userIdOf, type Ctx } from "@/lib/server/ctx";

export const undoable = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trash"), ids: z.array(z.string()) }),
  /** What really moved, or was renamed. */
  z.object({ kind: z.literal("move"), pairs: z.array(z.object({ from: z.string(), to: z.string() })) }),
]);
export type Undoable = z.infer<typeof undoable>;

const keptPerSession = 50;
const keptMs = 24 * 3_600_000;

/** Keeps what is needed to undo something: for a day, and the last fifty of a session. */
export async function recordUndo(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  { id, what }: { id: string; what: Undoable },
): Promise<void> {
  if ((what.kind === "trash" ? what.ids : what.pairs).length === 0) return;
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
