import type { trashContract } from "@/lib/contracts/trash";
import { nameOf } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { startTask } from "@/lib/server/task/start-task";
import { findAllTrash, findTrash } from "./find-trash-rows";
import { purgeRow } from "./purge-row";
import { rowStep } from "./row-step";
import { assertReached } from "./settle-left";
import { originOf, placeOf, type TrashRow } from "./trash-row";

export const purgeTrash: Service<typeof trashContract.purgeTrash> = async ({ ids }, ctx) => {
  const found = await findTrash(ids, ctx);
  await assertReached(found.hosts, ctx);
  return purge(found, ctx);
};

export const emptyTrash: Service<typeof trashContract.emptyTrash> = async ({ all }, ctx) => {
  const found = await findAllTrash(all, ctx);
  // Which they are was told when they came here.
  ctx.about(`${found.ids.length} × …`);
  return purge(found, ctx);
};

type Purging = { ids: readonly string[]; first: TrashRow | null };

function purge({ ids, first }: Purging, ctx: Ctx): Promise<{ taskId: string }> {
  return startTask(ctx, {
    kind: "delete",
    title: first === null ? "" : nameOf(originOf(first)),
    input: { trash: ids.slice(0, 1000) },
    steps: ids.map((id) =>
      rowStep(id, ctx, {
        run: (row, step) => purgeRow(row, ctx, step),
        measure: (row, signal) => ctx.storage.trash.measure(placeOf(row), signal),
      }),
    ),
  });
}
