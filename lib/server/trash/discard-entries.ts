import { chunkedByLength } from "@/lib/shared/chunked";
import { isKnownErrorKey } from "@/lib/shared/error-table";
import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { knownFailure } from "@/lib/server/http/answer";
import { createFollower } from "./follower";
import { followNow } from "./follow-moves";
import { joinPlace } from "@/lib/server/storage/scope";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import type { TrashPlan } from "@/lib/server/storage/trash-storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext, StepOutcome, TaskStep } from "@/lib/server/group/task-step";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { countSizes } from "./count-sizes";
import { setState, settleRow, toTrashRow, whileAtWork, type TrashRow } from "./trash-row";

/** One write of the database for so many entries, or fewer of long paths: of each it takes several times its length. */
const perStep = { most: 100, length: 16_384 };

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
    steps: discardSteps(files, ctx, { discarded }),
    onEnd: async ({ id }) => {
      const what = { kind: "trash", ids: discarded };
      const isRecorded = await recordUndo(ctx, { id, isNothing: discarded.length === 0, what });
      countSizes(ctx);
      return isRecorded ? undefined : { undoable: false };
    },
  });
}

/** `isReplaced`: another takes their names, as the same files: what is kept with them stays. */
type Discarding = { discarded?: string[]; isReplaced?: boolean };

/** Steps of a task that put entries into the trash; the ids of what went there are added to `discarded`. */
export function discardSteps(files: readonly VirtualPath[], ctx: Ctx, discarding: Discarding = {}): TaskStep[] {
  const { discarded = [], isReplaced = false } = discarding;
  return chunkedByLength(files, perStep).map((part) => ({
    path: part[0] ?? "",
    run: (step) => discardPart(part, { ctx, step, discarded, isReplaced }),
  }));
}

/** One entry at once, without a task: for callers that wait. Throws what kept it from going. */
export async function discardEntry(path: VirtualPath, ctx: Ctx): Promise<void> {
  const { signal } = ctx;
  const refuse = () => Promise.reject(new AppError("request/cancelled"));
  const step: StepContext = { signal, onProgress: () => {}, ask: refuse };
  await ctx.storage.trash.plan(path, { ownerId: userIdOf(ctx.actor), id: randomId() });
  let cause: unknown = null;
  const onFailure = (error: unknown) => (cause = error);
  const { failures = [] } = await discardPart([path], { ctx, step, discarded: [], isReplaced: false, onFailure });
  const [failure] = failures;
  if (isAppError(cause)) throw cause;
  if (failure !== undefined) throw new AppError(isKnownErrorKey(failure.error) ? failure.error : "internal");
  countSizes(ctx);
}

type Part = {
  ctx: Ctx;
  step: StepContext;
  discarded: string[];
  isReplaced: boolean;
  onFailure?: (error: unknown) => void;
};
type Planned = { id: string; path: VirtualPath; plan: TrashPlan };

/** On a host each takes a few answers' time; on a disk there is nothing to wait for. */
const onHostAtOnce = 16;

async function discardPart(
  files: readonly VirtualPath[],
  { ctx, step, discarded, isReplaced, onFailure }: Part,
): Promise<StepOutcome> {
  const { actor, storage } = ctx;
  const failures: { path: string; error: string }[] = [];
  const fail = (path: string, error: unknown) => {
    if (!isAppError(error)) ctx.log.error({ err: error }, "entry could not be put into the trash");
    failures.push({ path, error: knownFailure(error).key });
    onFailure?.(error);
  };
  const [first] = files;
  const atOnce = first === undefined || storage.can(first, "disk") ? 1 : onHostAtOnce;

  const plans = files.map((): Planned | null => null);
  await eachParallel(files, atOnce, async (path, index) => {
    const id = randomId();
    plans[index] = await storage.trash.plan(path, { ownerId: userIdOf(actor), id }).then(
      (plan) => ({ id, path, plan }),
      (error: unknown) => {
        fail(path, error);
        return null;
      },
    );
  });
  const planned = plans.filter((one) => one !== null);
  const gone = await whileAtWork(
    planned.map(({ id }) => id),
    () => putAll(planned, { ctx, step, fail, atOnce, isReplaced }),
  );
  discarded.push(...gone);
  return { files: gone.length, failures, failureCount: failures.length };
}

type Putting = Pick<Part, "ctx" | "step" | "isReplaced"> & {
  fail: (path: string, error: unknown) => void;
  atOnce: number;
};

/** The ids of what went, in order. */
async function putAll(
  planned: readonly Planned[],
  { ctx, step, fail, atOnce, isReplaced }: Putting,
): Promise<string[]> {
  const { db, actor, storage } = ctx;
  const deletedAt = new Date();
  const rows = planned.map((item) => toTrashRow({ ...item, actor, deletedAt }));
  await db.trash.createMany({ data: rows });
  const gone = new Set<string>();
  const unclear = new Set<string>();
  const follower = createFollower(ctx, (batch) => followNow(batch, ctx));
  const follow = ({ origin, place }: TrashPlan) =>
    isReplaced ? undefined : follower.onPlaced({ fromPlace: origin, toPlace: joinPlace(place.folder, place.name) });
  await eachParallel(planned, atOnce, async ({ id, path, plan }, index) => {
    if (step.signal.aborted) return;
    try {
      await storage.trash.put(path, plan);
      gone.add(id);
    } catch (error) {
      const row = rows[index];
      const found = row === undefined ? "stayed" : await settleRefused({ row, path, error }, ctx);
      if (found === "there") gone.add(id);
      else fail(path, error);
      if (found === "unclear") unclear.add(id);
    }
    if (!gone.has(id)) return;
    step.onProgress({ files: gone.size, bytes: 0, current: path });
    await follow(plan);
  });
  const followed = follower.end();
  const ids = planned.map(({ id }) => id);
  const inOrder = ids.filter((id) => gone.has(id));
  await setState(db, inOrder, "there");
  await db.trash.deleteMany({ where: { id: { in: ids.filter((id) => !gone.has(id) && !unclear.has(id)) } } });
  await followed;
  return inOrder;
}

type Refused = { row: TrashRow; path: VirtualPath; error: unknown };

/**
 * Where an entry is that was to go to the trash, for what reports an error may have gone there all the same, and what has not answered may do so yet. `unclear`: its record
 * stays for whoever settles what was broken off, unless the entry is known not to be in the trash.
 */
async function settleRefused({ row, path, error }: Refused, ctx: Pick<Ctx, "db" | "storage">) {
  const key = isAppError(error) ? error.key : null;
  if (key === "file/no-answer") return "unclear";
  if (await settleRow(row, ctx)) return "there";
  if (key === "storage/away") return "unclear";
  return ctx.storage.entry(path).then(
    () => "stayed" as const,
    () => "unclear" as const,
  );
}
