import type { trashContract } from "@/lib/contracts/trash";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { createClosedParents } from "@/lib/server/entries/create-parents";
import { followNow } from "./follow-moves";
import type { Service } from "@/lib/server/http/service";
import type { Placed } from "@/lib/server/storage/placed";
import type { TreeConflict } from "@/lib/server/storage/storage";
import { askClash } from "@/lib/server/task/ask-clash";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import { findTrash } from "./find-trash-rows";
import { returnFile } from "./follow-file";
import { createFollower } from "./follower";
import { keepReplaced } from "./keep-replaced";
import { keepVersions } from "./keep-versions";
import { moveVersions } from "./move-versions";
import { rowStep } from "./row-step";
import { assertReached } from "./settle-left";
import { originOf, pathFor, pinOf, placeOf, setState, whileTaken, type TrashRow } from "./trash-row";
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
  /** It takes its own name again, as a version or what an upload overwrote: what WebDAV clients keep with the file is there. */
  isSameFile?: boolean;
};

/** With the rights that the actor has now. What could not be restored stays in the trash. Throws trash/busy while somebody else restores or deletes it. */
export function restoreRow(row: TrashRow, restoring: Restore): Promise<StepOutcome> {
  const { db } = restoring.ctx;
  return whileTaken(row.id, { db, from: ["there"], to: "restoring" }, async () => {
    try {
      return await restoreOne(row, restoring);
    } finally {
      await settleRestored(row, restoring.ctx);
    }
  });
}

async function settleRestored(row: TrashRow, { db, storage }: Ctx): Promise<void> {
  // A trash that does not answer says nothing about the entry: it stays listed.
  const found = await storage.trash.find(placeOf(row)).catch(() => "away" as const);
  if (found === "gone") await db.trash.deleteMany({ where: { id: row.id } });
  else await setState(db, [row.id], "there");
}

async function restoreOne(row: TrashRow, { ctx, step, to, conflict, isSameFile }: Restore): Promise<StepOutcome> {
  const { storage } = ctx;
  const place = placeOf(row);
  const origin = pathFor(row, ctx);
  const toFolder = to ?? (origin === null ? null : parentOf(origin));
  if (toFolder === null) throw new AppError("file/not-found");
  // Whoever may change a folder on the way may have put a link there since.
  const target = to !== null || origin === null ? storage : storage.pinned([pinOf(row, origin)]);
  if (to === null) await createClosedParents(target, toFolder);
  const { signal, onProgress } = step;
  // A version that takes its file's place again leaves that as the newest version.
  const kept =
    row.versionOf !== null && trashSetting.get().versions > 0 ? keepVersions(ctx, { isEach: true }) : keepReplaced(ctx);
  const follower = createFollower(ctx, async (batch) => {
    await kept.carry(batch);
    await followNow(batch, ctx);
    // Nothing but what was kept with it is at its place in the trash.
    await moveVersions({ ...batch, placed: batch.placed.map(withoutFile) }, ctx);
  });
  const stays = async ({ toPlace, id = null }: Placed) => {
    if (isSameFile === true) await returnFile({ place: toPlace, is: id }, ctx);
  };
  const onPlaced = row.versionOf === null && isSameFile !== true ? follower.onPlaced : stays;
  const outcome = await kept.during((keeping) =>
    follower.during(() =>
      target.trash.restore(place, {
        from: origin ?? originOf(row),
        toFolder,
        options: { conflict, signal, onProgress, onClash: askClash(step), onPlaced, ...keeping },
      }),
    ),
  );
  await follower.end();
  return outcome;
}

function withoutFile({ fromPlace, toPlace, folder }: Placed): Placed {
  return { fromPlace, toPlace, ...(folder === undefined ? {} : { folder }) };
}
