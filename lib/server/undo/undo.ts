import type { undoContract } from "@/lib/contracts/undo";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/ctx";
import { createParents } from "@/lib/server/file/create-entry";
import type { Service } from "@/lib/server/http/run-endpoint";
import type { MovedPair } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome, TaskStep } from "@/lib/server/task/task-step";
import { findTrashRows } from "@/lib/server/trash/find-trash-rows";
import { restoreRow } from "@/lib/server/trash/restore-trash";
import { originOf } from "@/lib/server/trash/trash-row";
import { undoable, type Undoable } from "./record-undo";

/** Undoes it as a task that overwrites nothing and tells what could not be undone. Each can be undone once. */
export const undo: Service<typeof undoContract.undo> = async ({ id }, ctx) => {
  const mine = { id, ownerId: userIdOf(ctx.actor) };
  const row = await ctx.db.undo.findFirst({ where: mine });
  if (row === null || (await ctx.db.undo.deleteMany({ where: mine })).count === 0) throw new AppError("undo/gone");
  const steps = await stepsFor(undoable.parse(row.what), ctx);
  const [first] = steps;
  const title = first === undefined ? null : parseVirtualPath(first.path);
  return startTask(ctx, { kind: "undo", title: title === null ? "" : nameOf(title), input: { id }, steps });
};

async function stepsFor(what: Undoable, ctx: Ctx): Promise<TaskStep[]> {
  if (what.kind === "move") {
    // What moved last goes back first: a folder was emptied before it went.
    return what.pairs.toReversed().map((pair) => ({ path: pair.from, run: (step) => moveBack(pair, ctx, step) }));
  }
  const rows = await findTrashRows(what.ids, ctx);
  return rows.map((row) => ({
    path: originOf(row),
    run: (step) => restoreRow(row, { ctx, step, to: null, conflict: "fail" }),
  }));
}

async function moveBack({ from, to }: MovedPair, { storage }: Ctx, step: StepContext): Promise<StepOutcome> {
  const [source, target] = [pathOf(to), pathOf(from)];
  const folder = parentOf(target);
  if (folder === null) throw new AppError("file/protected");
  await createParents(storage, folder);
  if (parentOf(source) === folder || nameOf(source) !== nameOf(target)) {
    await storage.rename(source, target);
    return { files: 1 };
  }
  const { signal, onProgress } = step;
  return storage.move(source, folder, { conflict: "fail", signal, onProgress });
}

function pathOf(text: string): VirtualPath {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  return path;
}
