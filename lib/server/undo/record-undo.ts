import { z } from "zod";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";

/** What was in the way and lies in the trash. */
const replacedIds = z.array(z.string()).default([]);

export const undoable = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trash"), ids: z.array(z.string()) }),
  /** What uploads have overwritten. */
  z.object({ kind: z.literal("upload"), ids: z.array(z.string()) }),
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

type Record = { id: string; what: z.input<typeof undoable> };

/**
 * Keeps what is needed to undo something: for a day, and the last fifty of a session. Never rejects: what was done is done, also
 * where the database has no room for this.
 */
export async function recordUndo(ctx: Pick<Ctx, "db" | "actor" | "log">, record: Record): Promise<void> {
  if (amountOf(record.what) === 0) return;
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

function amountOf(what: z.input<typeof undoable>): number {
  if (what.kind === "trash" || what.kind === "upload") return what.ids.length;
  return what.kind === "move" ? what.pairs.length : what.paths.length;
}
