import type { trashContract } from "@/lib/contracts/trash";
import { nameOf } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";
import { findTrashRows } from "./find-trash-rows";
import { ownedTrash } from "./list-trash";
import { purgeRow } from "./purge-row";
import { originOf, placeOf, type TrashRow } from "./trash-row";

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
