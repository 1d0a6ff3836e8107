import type { undoContract } from "@/lib/contracts/undo";
import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { createParents } from "@/lib/server/entries/create-parents";
import type { Service } from "@/lib/server/http/service";
import type { MovedPair } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome, TaskStep } from "@/lib/server/group/task-step";
import { discardSteps } from "@/lib/server/trash/discard-entries";
import { findTrashRows } from "@/lib/server/trash/find-trash-rows";
import { moveVersions } from "@/lib/server/trash/move-versions";
import { restoreRow } from "@/lib/server/trash/restore-trash";
import { originOf, type TrashRow } from "@/lib/server/trash/trash-row";
import { undoable, type Undoable } from "./record-undo";

/**
 * Undoes it as a task that overwrites nothing and tells what could not be undone. Each can be undone once. What was moved goes
 * back, copies and what was uploaded go to the trash, and what had been replaced comes back out of it.
 */
export const undo: Service<typeof undoContract.undo> = async ({ id }, ctx) => {
  const mine = { id, ownerId: userIdOf(ctx.actor) };
  const row = await ctx.db.undo.findFirst({ where: mine });
  if (row === null || (await ctx.db.undo.deleteMany({ where: mine })).count === 0) throw new AppError("undo/gone");
  const { kind, ...made } = await stepsFor(undoable.parse(row.what), ctx);
  const { back, replaced } = made;
  let restored = 0;
  /** Says how it was undone, and how many of the entries that were in the way are back. */
  const told = (step: TaskStep, isReplaced: boolean): TaskStep => ({
    ...step,
    async run(context) {
      const outcome = await step.run(context);
      if (isReplaced) restored += outcome.files ?? 0;
      return { ...outcome, facts: { undone: kind, restored } };
    },
  });
  const [first] = back;
  const title = first === undefined ? null : parseVirtualPath(first.path);
  return startTask(ctx, {
    kind: "undo",
    title: title === null ? "" : nameOf(title),
    count: made.count,
    input: { id },
    steps: [...back.map((step) => told(step, false)), ...replaced.map((step) => told(step, true))],
  });
};

/** `back` first, then `replaced`: what had to give way. `count`: how many entries it is about. */
type Steps = { kind: Undoable["kind"]; count: number; back: TaskStep[]; replaced: TaskStep[] };

async function stepsFor(what: Undoable, ctx: Ctx): Promise<Steps> {
  const { kind } = what;
  if (kind === "trash") {
    const rows = await findTrashRows(what.ids, ctx);
    const back = rows.map((row) => restoreStep(row, { ctx, conflict: "fail" }));
    return { kind, count: back.length, back, replaced: [] };
  }
  if (kind === "upload") {
    const rows = await findTrashRows(what.ids, ctx);
    const replaced = rows.map((row) => restoreStep(row, { ctx, conflict: "fail" }));
    return { kind, count: rows.length, back: discardSteps(rows.map(originOf), ctx), replaced };
  }
  const replaced = await stepsForReplaced(what.replaced, ctx);
  if (kind === "copy") {
    const paths = what.paths.map(pathOf);
    return { kind, count: paths.length, back: discardSteps(paths, ctx), replaced };
  }
  // What moved last goes back first: a folder was emptied before it went.
  const back = what.pairs
    .toReversed()
    .map((pair) => ({ path: pair.from, run: (step: StepContext) => moveBack(pair, ctx, step) }));
  return { kind, count: back.length, back, replaced };
}

type Restoring = { ctx: Ctx; conflict: "fail" | "ask" };

/** Nobody is asked about a taken name: the entry fails. */
function restoreStep(row: TrashRow, { ctx, conflict }: Restoring): TaskStep {
  return {
    path: originOf(row),
    run: (step) => restoreRow(row, { ctx, step: { ...step, ask: () => Promise.resolve(null) }, to: null, conflict }),
  };
}

async function stepsForReplaced(ids: readonly string[], ctx: Ctx): Promise<TaskStep[]> {
  if (ids.length === 0) return [];
  const rows = await findTrashRows(ids, ctx).catch((error: unknown) => {
    // Deleted from the trash meanwhile: the rest is undone all the same.
    if (isAppError(error) && error.key === "trash/gone") return [];
    throw error;
  });
  // What lay in merged folders is merged into them again.
  return rows.map((row) => restoreStep(row, { ctx, conflict: row.kind === "folder" ? "ask" : "fail" }));
}

async function moveBack({ from, to }: MovedPair, ctx: Ctx, step: StepContext): Promise<StepOutcome> {
  const { storage } = ctx;
  const [source, target] = [pathOf(to), pathOf(from)];
  const folder = parentOf(target);
  if (folder === null) throw new AppError("file/protected");
  await createParents(storage, folder);
  if (parentOf(source) === folder || nameOf(source) !== nameOf(target)) {
    await storage.rename(source, target);
    await moveVersions([{ from: source, to: target }], ctx);
    return { files: 1 };
  }
  const { signal, onProgress } = step;
  const outcome = await storage.move(source, folder, { conflict: "fail", signal, onProgress });
  if (outcome.failureCount === 0) await moveVersions([{ from: source, to: target }], ctx);
  return outcome;
}

function pathOf(text: string): VirtualPath {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  return path;
}
