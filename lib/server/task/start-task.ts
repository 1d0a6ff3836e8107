import type { Task, taskKinds } from "@/lib/contracts/task";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import type { Prisma } from "@/lib/server/db/generated/client";
import { userIdOf, type Ctx } from "@/lib/server/ctx";
import { getApp } from "@/lib/server/app";
import type { TreeOptions, TreeResult } from "@/lib/server/storage/storage";
import { measureTask, type Amount } from "./measure-task";
import { publishTask, runningTasks } from "./running-tasks";

type Step = {
  /** The entry, for the list of what failed. */
  path: VirtualPath;
  run: (options: Pick<TreeOptions, "signal" | "onProgress">) => Promise<TreeResult>;
  /** How much there is to do. */
  measure: (signal: AbortSignal) => Promise<Amount>;
};
type Start = { kind: (typeof taskKinds)[number]; title: string; input: Prisma.InputJsonObject; steps: readonly Step[] };

const maxFailures = 100;

/** Begins a long job and answers at once; it goes on when the request is over, and ends with the server or by cancel. */
export async function startTask(ctx: Ctx, { kind, title, input, steps }: Start): Promise<{ taskId: string }> {
  const id = randomId();
  const ownerId = userIdOf(ctx.actor);
  const task: Task = {
    id,
    kind,
    state: "running",
    owner: ctx.actor.username,
    title,
    count: steps.length,
    files: 0,
    bytes: 0,
    total: null,
    current: "",
    skipped: 0,
    failures: [],
    failureCount: 0,
    error: null,
    started_at: Date.now(),
    finished_at: null,
  };
  const progress = toProgress(task);
  await ctx.db.task.create({ data: { id, kind, state: "running", ownerId, input, progress } });
  const controller = new AbortController();
  const running = { task, ownerId, cancel: () => controller.abort(), done: Promise.resolve() };
  runningTasks().set(id, running);
  publishTask(task, ownerId);
  const signal = AbortSignal.any([controller.signal, getApp().stopping]);
  running.done = run({ task, ownerId, steps, signal }, ctx);
  return { taskId: id };
}

type Run = { task: Task; ownerId: string; steps: readonly Step[]; signal: AbortSignal };

async function run({ task, ownerId, steps, signal }: Run, { db, log }: Pick<Ctx, "db" | "log">): Promise<void> {
  const before = { files: 0, bytes: 0 };
  let stepIndex = 0;
  const stopMeasuring = measureTask({
    task,
    isConsuming: task.kind !== "copy",
    left: () => steps.slice(stepIndex),
    finished: before,
    onTotal: () => publishTask(task, ownerId),
    signal,
  });
  const onProgress: NonNullable<TreeOptions["onProgress"]> = ({ files, bytes, current }) => {
    Object.assign(task, { files: before.files + files, bytes: before.bytes + bytes, current });
    publishTask(task, ownerId);
  };
  for (const step of steps) {
    if (signal.aborted) break;
    try {
      const result = await step.run({ signal, onProgress });
      before.files += result.files;
      before.bytes += result.bytes;
      task.skipped += result.skipped;
      task.failureCount += result.failureCount;
      task.failures.push(...result.failures.slice(0, maxFailures - task.failures.length));
    } catch (error) {
      if (signal.aborted) break;
      if (!isAppError(error)) log.error({ err: error, taskId: task.id }, "task step failed");
      const key = isAppError(error) ? error.key : "internal";
      task.error ??= key;
      task.failureCount++;
      if (task.failures.length < maxFailures) task.failures.push({ path: step.path, error: key });
    }
    Object.assign(task, before);
    stepIndex++;
  }
  stopMeasuring();
  Object.assign(task, { current: "", finished_at: Date.now(), state: endState(task, signal) });
  await db.task
    .update({ where: { id: task.id }, data: { state: task.state, progress: toProgress(task), finishedAt: new Date() } })
    .catch((error: unknown) => log.error({ err: error, taskId: task.id }, "task could not be stored"));
  // Only now: whoever asks in between must not read the stored state of the beginning.
  runningTasks().delete(task.id);
  publishTask(task, ownerId);
}

function endState(task: Task, signal: AbortSignal): Task["state"] {
  if (getApp().stopping.aborted) return "interrupted";
  if (signal.aborted) return "cancelled";
  return task.failureCount > 0 ? "failed" : "done";
}

/** What the table keeps beside its own columns. */
function toProgress(task: Task): Prisma.InputJsonObject {
  const { owner, title, count, files, bytes, total, skipped, failures, failureCount, error } = task;
  return { owner, title, count, files, bytes, total, skipped, failures: [...failures], failureCount, error };
}
