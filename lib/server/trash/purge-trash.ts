import type { trashContract } from "@/lib/contracts/trash";
import { nameOf } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";
import { findTrashRows } from "./find-trash-rows";
import { ownedTrash } from "./list-trash";
import { purgeRow } from "./purge-row";
import { assertReached } from "./settle-left";
import { mayReach, originOf, placeOf, volumeOf, type TrashRow } from "./trash-row";

export const purgeTrash: Service<typeof trashContract.purgeTrash> = async ({ ids }, ctx) => {
  const rows = await findTrashRows(ids, ctx);
  await assertReached(rows, ctx);
  return purge(rows, ctx);
};

const maxEmptied = 100_000;

export const emptyTrash: Service<typeof trashContract.emptyTrash> = async ({ all }, ctx) => {
  const rows = await ctx.db.trash.findMany({
    where: { ...ownedTrash(ctx.actor, all), state: "there" },
    orderBy: { deletedAt: "desc" },
    take: maxEmptied,
  });
  // What is on a host that is not the actor's would be a failure each.
  const own = await Promise.all(rows.map(async (row) => volumeOf(row) === "" || mayReach(row, ctx.storage)));
  return purge(
    rows.filter((_, index) => own[index]),
    ctx,
  );
};

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
