import { chunked } from "@/lib/shared/chunked";
import { AppError, isAppError, isErrorKey } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { knownFailure } from "@/lib/server/http/answer";
import type { TrashPlan } from "@/lib/server/storage/trash-storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome, TaskStep } from "@/lib/server/group/task-step";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { countSizes } from "./count-sizes";
import { setState, toTrashRow } from "./trash-row";

/** One write of the database for so many entries. */
const perStep = 100;

/** Puts entries into the trash as a task. The record comes first: whoever kills the server in between loses nothing. */
export async function discardEntries(files: readonly VirtualPath[], ctx: Ctx): Promise<{ taskId: string }> {
  const [first] = files;
  // A single one that cannot go fails at once, instead of as a task that fails.
  if (first !== undefined && files.length === 1)
    await ctx.storage.trash.plan(first, { ownerId: userIdOf(ctx.actor), id: randomId() });
  const discarded: string[] = [];
  return startTask(ctx, {
    kind: "trash",
    title: first === undefined ? "" : nameOf(first),
    count: files.length,
    input: { files: [...files] },
    steps: discardSteps(files, ctx, discarded),
    onEnd: async ({ id }) => {
      await recordUndo(ctx, { id, amount: discarded.length, what: { kind: "trash", ids: discarded } });
      countSizes(ctx);
    },
  });
}

/** Steps of a task that put entries into the trash; the ids of what went there are added to `discarded`. */
export function discardSteps(files: readonly VirtualPath[], ctx: Ctx, discarded: string[] = []): TaskStep[] {
  return chunked(files, perStep).map((part) => ({
    path: part[0] ?? "",
    run: (step) => discardPart(part, { ctx, step, discarded }),
  }));
}

/** One entry at once, without a task: for callers that wait. Throws what kept it from going. */
export async function discardEntry(path: VirtualPath, ctx: Ctx): Promise<void> {
  const { signal } = ctx;
  const refuse = () => Promise.reject(new AppError("request/cancelled"));
  const step: StepContext = { signal, onProgress: () => {}, ask: refuse };
  await ctx.storage.trash.plan(path, { ownerId: userIdOf(ctx.actor), id: randomId() });
  const { failures = [] } = await discardPart([path], { ctx, step, discarded: [] });
  const [failure] = failures;
  if (failure !== undefined) throw new AppError(isErrorKey(failure.error) ? failure.error : "internal");
  countSizes(ctx);
}

type Part = { ctx: Ctx; step: StepContext; discarded: string[] };
type Planned = { id: string; path: VirtualPath; plan: TrashPlan };

async function discardPart(files: readonly VirtualPath[], { ctx, step, discarded }: Part): Promise<StepOutcome> {
  const { db, actor, storage } = ctx;
  const failures: { path: string; error: string }[] = [];
  const fail = (path: string, error: unknown) => {
    if (!isAppError(error)) ctx.log.error({ err: error }, "entry could not be put into the trash");
    failures.push({ path, error: knownFailure(error).key });
  };

  const planned: Planned[] = [];
  for (const path of files) {
    const id = randomId();
    await storage.trash.plan(path, { ownerId: userIdOf(actor), id }).then(
      (plan) => planned.push({ id, path, plan }),
      (error: unknown) => fail(path, error),
    );
  }
  const deletedAt = new Date();
  await db.trash.createMany({ data: planned.map((item) => toTrashRow({ ...item, actor, deletedAt })) });

  const gone: string[] = [];
  for (const { id, path, plan } of planned) {
    if (step.signal.aborted) break;
    try {
      await storage.trash.put(path, plan);
      gone.push(id);
      step.onProgress({ files: gone.length, bytes: 0, current: path });
    } catch (error) {
      fail(path, error);
    }
  }
  await setState(db, gone, "there");
  const kept = new Set(gone);
  await db.trash.deleteMany({ where: { id: { in: planned.map(({ id }) => id).filter((id) => !kept.has(id)) } } });
  discarded.push(...gone);
  return { files: gone.length, failures, failureCount: failures.length };
}
