import type { trashContract } from "@/lib/contracts/trash";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { createParents } from "@/lib/server/entries/create-parents";
import type { Service } from "@/lib/server/http/service";
import type { TreeConflict } from "@/lib/server/storage/storage";
import { askClash } from "@/lib/server/task/ask-clash";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import { findTrash } from "./find-trash-rows";
import { keepReplaced } from "./keep-replaced";
import { keepVersions } from "./keep-versions";
import { rowStep } from "./row-step";
import { assertReached } from "./settle-left";
import { originOf, pathFor, pinOf, placeOf, setState, whileAtWork, type TrashRow } from "./trash-row";
import { trashSetting } from "./trash-setting";

export const restoreTrash: Service<typeof trashContract.restoreTrash> = async ({ ids, to, conflict }, ctx) => {
  const { deletedMs, first, hosts } = await findTrash(ids, ctx);
  // Fails at once for a target that is not there, instead of as a task that fails.
  if (to !== undefined) await ctx.storage.stat(to);
  await assertReached(hosts, ctx);
  return startTask(ctx, {
    kind: "restore",
    title: first === null ? "" : nameOf(originOf(first)),
    input: { ids, conflict, ...(to === undefined ? {} : { to }) },
    steps: inOrder(deletedMs, conflict).map((id) =>
      rowStep(id, ctx, { run: (row, step) => restoreRow(row, { ctx, step, to: to ?? null, conflict }) }),
    ),
  });
};

/** Of several of one name the one that was deleted last gets it: as the last that replaces the others, or else as the first. */
function inOrder(deletedMs: ReadonlyMap<string, number>, conflict: TreeConflict): string[] {
  const isLast = conflict === "replace" || conflict === "newer" || conflict === "ask";
  return [...deletedMs].toSorted(([, a], [, b]) => (isLast ? 1 : -1) * (a - b)).map(([id]) => id);
}

type Restore = {
  ctx: Ctx;
  step: StepContext;
  /** Null: where it was, whose folders are made again. */
  to: VirtualPath | null;
  conflict: TreeConflict;
};

/** With the rights that the actor has now. What could not be restored stays in the trash. */
export function restoreRow(row: TrashRow, restoring: Restore): Promise<StepOutcome> {
  return whileAtWork([row.id], () => restoreOne(row, restoring));
}

async function restoreOne(row: TrashRow, { ctx, step, to, conflict }: Restore): Promise<StepOutcome> {
  const { db, storage } = ctx;
  const place = placeOf(row);
  const origin = pathFor(row, ctx);
  const toFolder = to ?? (origin === null ? null : parentOf(origin));
  if (toFolder === null) throw new AppError("file/not-found");
  // Whoever may change a folder on the way may have put a link there since.
  const target = to !== null || origin === null ? storage : storage.pinned([pinOf(row, origin)]);
  if (to === null) await createParents(target, toFolder);
  await setState(db, [row.id], "restoring");
  try {
    const { signal, onProgress } = step;
    // A version that takes its file's place again leaves that as the newest version.
    const kept =
      row.versionOf !== null && trashSetting.get().versions > 0
        ? keepVersions(ctx, { isEach: true })
        : keepReplaced(ctx);
    return await kept.during((keeping) =>
      target.trash.restore(place, {
        from: origin ?? originOf(row),
        toFolder,
        options: { conflict, signal, onProgress, onClash: askClash(step), ...keeping },
      }),
    );
  } finally {
    if ((await storage.trash.find(place)) === "gone") await db.trash.deleteMany({ where: { id: row.id } });
    else await setState(db, [row.id], "there");
  }
}
