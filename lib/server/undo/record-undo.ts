import { z } from "zod";
import { userIdOf, type Ctx } from "@/lib/server/ctx";

/** What was in the way and lies in the trash. */
const replacedIds = z.array(z.string()).default([]);

export const undoable = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trash"), ids: z.array(z.string()) }),
  /** What really moved, or was renamed. */
  z.object({
    kind: z.literal("move"),
    pairs: z.array(z.object({ from: z.string(), to: z.string() })),
    replaced: replacedIds,
  }),
  /** What was made, a new folder as one. */
  z.object({ kind: z.literal("copy"), paths: z.array(z.string()), replaced: replacedIds }),
]);
export type Undoable = z.infer<typeof undoable>;

const keptPerSession = 50;
const keptMs = 24 * 3_600_000;

/** Keeps what is needed to undo something: for a day, and the last fifty of a session. */
export async function recordUndo(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  { id, what }: { id: string; what: z.input<typeof undoable> },
): Promise<void> {
  if (amountOf(what) === 0) return;
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

function amountOf(what: z.input<typeof undoable>): number {
  if (what.kind === "trash") return what.ids.length;
  return what.kind === "move" ? what.pairs.length : what.paths.length;
}
