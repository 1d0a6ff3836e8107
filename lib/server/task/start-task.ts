import type { Task, TaskDetail } from "@/lib/contracts/task";
import { AppError, type ErrorKey } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { isFull } from "@/lib/server/db/is-full";
import { getApp } from "@/lib/server/runtime/app";
import { findLoss } from "@/lib/server/http/still-allowed";
import { recheck } from "@/lib/server/session/recheck";
import { holdAnyway, holdTask } from "./held-tasks";
import { forgetOld } from "./kept-tasks";
import { runTask } from "./run-task";
import { publishTask, runningTasks } from "./running-tasks";
import { taskKindOf, taskQueue } from "./task-kinds";
import { createTaskQuestions } from "./task-questions";
import { toRow } from "./task-row";
import type { TaskRun } from "@/lib/server/group/task-step";

export type TaskStart = TaskRun & {
  kind: Task["kind"];
  /** When it must be known before. */
  id?: string;
  title: string;
  /** How many entries it is about; as many as there are steps unless said otherwise. */
  count?: number;
  /** What was asked, for the record. */
  input: TaskDetail["input"];
};

type Starter = Pick<Ctx, "actor" | "db" | "log">;

/**
 * Begins a long job and answers at once; it goes on when the request is over, and ends with the server or by cancel. A new kind
 * needs a `defineTask` in its group, words for it in messages/<locale>/<group>.json (`tasks.<kind>`) and a service that calls this with its
 * steps: each gets a signal, tells its progress and may ask.
 */
export async function startTask(ctx: Starter, start: TaskStart): Promise<{ taskId: string }> {
  const { kind, title, input, steps, id = randomId() } = start;
  const ownerId = userIdOf(ctx.actor);
  const queue = taskQueue(kind);
  queue.assertRoom(ownerId);
  const release = holdTask(ownerId, { input, steps: steps.length });
  const task: TaskDetail = {
    id,
    kind,
    state: queue.isFree(ownerId) ? "running" : "queued",
    revision: Date.now(),
    owner: ctx.actor.username,
    title,
    count: start.count ?? steps.length,
    files: 0,
    bytes: 0,
    total: null,
    current: "",
    skipped: 0,
    replaced: 0,
    kept: 0,
    failures: [],
    failureCount: 0,
    error: null,
    question: null,
    facts: {},
    seen: true,
    input,
    result: null,
    started_at: Date.now(),
    finished_at: null,
  };
  try {
    await forgetOld(ctx.db, ownerId);
    await ctx.db.task.create({ data: toRow(task, ownerId) }).catch((error: unknown) => {
      // What makes room again goes on, and is recorded once there is some.
      if (!taskKindOf(start).makesRoom || !isFull(error)) throw error;
    });
  } catch (error) {
    release();
    throw error;
  }
  launch(ctx, { task, ownerId, actor: ctx.actor, run: start }, release);
  return { taskId: id };
}

/** Goes on with a task of an earlier run, as the same one: it has its place already, however many there are. */
export function resumeTask(ctx: Pick<Ctx, "db" | "log">, { task, ...launched }: Launch): void {
  const state = taskQueue(task.kind).isFree(launched.ownerId) ? "running" : "queued";
  const release = holdAnyway(launched.ownerId, { input: task.input, steps: launched.run.steps.length });
  launch(ctx, { ...launched, task: { ...task, state, finished_at: null } }, release);
}

/** `actor`: with the rights that it goes on with; null when nobody has any. */
type Launch = { task: TaskDetail; ownerId: string; actor: Actor | null; run: TaskRun };

function launch(ctx: Pick<Ctx, "db" | "log">, { task, ownerId, actor, run }: Launch, onOver: () => void): void {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, getApp().stopping]);
  const publish = () => publishTask(task, ownerId);
  const questions = createTaskQuestions(signal, () => {
    task.question = questions.open();
    publish();
  });
  const running = {
    task,
    ownerId,
    cancel: () => controller.abort(),
    answer: (...given: Parameters<typeof questions.answer>) => questions.answer(...given),
    done: Promise.resolve(),
  };
  runningTasks.set(task.id, running);
  publish();
  let loss: ErrorKey | null = null;
  const stopAsking = recheck({
    isAllowed: async () => {
      // Nobody any more: the run itself refuses.
      if (actor !== null) loss = await findLoss(ctx.db, actor, [taskKindOf(task).access, ...(run.needs?.() ?? [])]);
      return loss === null;
    },
    end: () => controller.abort(new AppError(loss ?? "task/right-gone")),
  });
  running.done = runTask({ ...run, task, ownerId, signal, questions, publish }, ctx).finally(() => {
    stopAsking();
    onOver();
  });
}
