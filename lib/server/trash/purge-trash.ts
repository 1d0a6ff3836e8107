import type { trashContract } from "@/lib/contracts/trash";
import { AppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome } from "@/lib/server/task/task-step";
import { findTrashRows } from "./find-trash-rows";
import { ownedTrash } from "./list-trash";
import { originOf, placeOf, setState, type TrashRow } from "./trash-row";

export const purgeTrash: Service<typeof trashContract.purgeTrash> = async ({ ids }, ctx) =>
  purge(await findTrashRows(ids, ctx), ctx);

const maxEmptied = 100_000;

export const emptyTrash: Service<typeof trashContract.emptyTrash> = async ({ all }, ctx) =>
  purge(
    await ctx.db.trash.findMany({
      where: { ...ownedTrash(ctx.actor, all), state: "there" },
      orderBy: { deletedAt: "desc" },
      take: maxEmptied,
    }),
    ctx,
  );

function purge(rows: readonly TrashRow[], ctx: Ctx): Promise<{ taskId: string }> {
  return startTask(ctx, {
    kind: "delete",
    title: rows[0] === undefined ? "" : nameOf(originOf(rows[0])),
    input: { trash: rows.slice(0, 1000).map(({ id }) => id) },
    steps: rows.map((row) => ({
      path: originOf(row),
      run: (step) => purgeRow(row, ctx, step),
      measure: (signal) => ctx.storage.trash.measure(placeOf(row), signal),
    })),
  });
}

/** Deletes an entry for good, and then its record. Throws file/not-found while its volume is away. */
export async function purgeRow(
  row: TrashRow,
  { db, storage }: Pick<Ctx, "db" | "storage">,
  step: Pick<StepContext, "signal"> & Partial<StepContext>,
): Promise<StepOutcome> {
  const place = placeOf(row);
  if ((await storage.trash.find(place)) === "away") throw new AppError("file/not-found");
  // Half of it may go before the server is killed: it is not offered any more, and the next start goes on.
  await setState(db, [row.id], "purging");
  const { signal, onProgress } = step;
  const outcome = await storage.trash.purge(place, { signal, ...(onProgress ? { onProgress } : {}) });
  if (outcome.failureCount === 0) await db.trash.deleteMany({ where: { id: row.id } });
  return outcome;
}
