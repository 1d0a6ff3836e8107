import { z } from "zod";
import type { undoContract } from "@/lib/contracts/undo";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parseVirtualPath } from "@/lib/shared/paths";
import type { TaskStep } from "@/lib/server/group/task-step";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { startTask } from "@/lib/server/task/start-task";
import { findUndoKind } from "./undo-kinds";

const named = z.object({ kind: z.string() });

/**
 * Undoes it as a task that overwrites nothing and tells what could not be undone. Each can be undone once. What was moved goes
 * back, copies and what was uploaded go to the trash, and what had been replaced comes back out of it.
 */
export const undo: Service<typeof undoContract.undo> = async ({ id }, ctx) => {
  const mine = { id, ownerId: userIdOf(ctx.actor) };
  const row = await ctx.db.undo.findFirst({ where: mine });
  if (row === null || (await ctx.db.undo.deleteMany({ where: mine })).count === 0) throw new AppError("undo/gone");
  const { kind } = named.parse(row.what);
  const way = findUndoKind(kind);
  // Of an earlier version, which could do more.
  if (way === undefined) throw new AppError("undo/gone");
  const { count, back, replaced } = await way.stepsFor(row.what, ctx);
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
    count,
    input: { id },
    steps: [...back.map((step) => told(step, false)), ...replaced.map((step) => told(step, true))],
  });
};
