import { z } from "zod";
import type { undoContract } from "@/lib/contracts/undo";
import type { Task } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parseVirtualPath } from "@/lib/shared/paths";
import type { TaskStep } from "@/lib/server/group/task-step";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { startTask } from "@/lib/server/task/start-task";
import { findUndo } from "./record-undo";
import { findUndoKind } from "./undo-kinds";

const named = z.object({ kind: z.string() });

/** Those that this process is at. */
const running = new Set<string>();

/**
 * Undoes it as a task that overwrites nothing and tells what could not be undone. Each can be undone once, and again what is left of one that was broken off.
 * What was moved goes back, copies and what was uploaded go to the trash, and what had been replaced comes back out of it.
 */
export const undo: Service<typeof undoContract.undo> = async ({ id }, ctx) => {
  const mine = { id, ownerId: userIdOf(ctx.actor) };
  const row = await findUndo(ctx.db, mine);
  if (row === null || running.has(id)) throw new AppError("undo/gone");
  running.add(id);
  const forget = async ({ state }: Pick<Task, "state">) => {
    running.delete(id);
    if (state !== "interrupted" && state !== "cancelled") await ctx.db.undo.deleteMany({ where: mine });
  };
  return begin({ id, what: row.what, onEnd: forget }, ctx).catch((error: unknown) => {
    running.delete(id);
    throw error;
  });
};

type Begun = { id: string; what: unknown; onEnd: (task: Pick<Task, "state">) => Promise<void> };

async function begin({ id, what, onEnd }: Begun, ctx: Ctx): Promise<{ taskId: string }> {
  const { kind } = named.parse(what);
  const way = findUndoKind(kind);
  // Of an earlier version, which could do more.
  if (way === undefined) throw new AppError("undo/gone");
  const { count, back, replaced, names } = await way.stepsFor(what, ctx);
  const left = names === undefined ? 0 : count - names.length;
  const told = names === undefined ? null : [...names, ...(left > 0 ? [`…(${left})`] : [])];
  ctx.about(told, { text: `${kind}: ${count}`, of: ["id"] });
  let restored = 0;
  /** Says how it was undone, and how many of the entries that were in the way are back. */
  const telling = (step: TaskStep, isReplaced: boolean): TaskStep => ({
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
    onEnd,
    steps: [...back.map((step) => telling(step, false)), ...replaced.map((step) => telling(step, true))],
  });
}
