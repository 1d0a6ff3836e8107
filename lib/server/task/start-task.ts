import { taskAccess, type Task } from "@/lib/contracts/task";
import type { ErrorKey } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Prisma } from "@/lib/server/db/generated/client";
import { userIdOf, type Ctx } from "@/lib/server/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/app";
import { isUserAllowed } from "@/lib/server/http/still-allowed";
import { recheck } from "@/lib/server/session/recheck";
import { runTask } from "./run-task";
import { publishTask, runningTasks, taskQueue } from "./running-tasks";
import { createTaskQuestions } from "./task-questions";
import { toProgress } from "./task-row";
import type { TaskStep } from "./task-step";

export type TaskStart = {
  kind: Task["kind"];
  title: string;
  /** How many entries it is about; as many as there are steps unless said otherwise. */
  count?: number;
  /** What was asked, for the record. */
  input: Prisma.InputJsonObject;
  steps: readonly TaskStep[];
  /** Called once after the last step, also after a cancel or failures, before the end is told. */
  onEnd?: (task: Readonly<Task>) => Promise<void>;
};

/** Of one owner, for a month at most (tidyTasks). */
const keptPerOwner = 1_000;

type Starter = Pick<Ctx, "actor" | "db" | "log">;

/**
 * Begins a long job and answers at once; it goes on when the request is over, and ends with the server or by cancel. A new kind
 * needs a name in `taskKinds` (lib/contracts/task.ts), words for it in messages/*.json (`task.kind`, `file.done`) and a service
 * that calls this with its steps: each gets a signal, tells its progress and may ask.
 */
export async function startTask(ctx: Starter, start: TaskStart): Promise<{ taskId: string }> {
  const { kind, title, input, steps } = start;
  const id = randomId();
  const ownerId = userIdOf(ctx.actor);
  const queue = taskQueue(kind);
  queue.assertRoom(ownerId);
  const task: Task = {
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
    failures: [],
    failureCount: 0,
    error: null,
    question: null,
    result: null,
    started_at: Date.now(),
    finished_at: null,
  };
  await forgetOld(ctx.db, ownerId);
  await ctx.db.task.create({ data: { id, kind, state: task.state, ownerId, input, progress: toProgress(task) } });
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
  runningTasks().set(id, running);
  publish();
  const stopAsking = recheck({
    isAllowed: () => isUserAllowed(ctx.db, ctx.actor, taskAccess[kind]),
    end: () => {
      task.error ??= "auth/forbidden" satisfies ErrorKey;
      controller.abort();
    },
  });
  const run = { task, ownerId, steps, signal, questions, publish, onEnd: start.onEnd };
  running.done = runTask(run, ctx).finally(stopAsking);
  return { taskId: id };
}

/** Nobody fills the table by beginning a million small ones. */
async function forgetOld(db: Db, ownerId: string): Promise<void> {
  const [last] = await db.task.findMany({
    where: { ownerId },
    orderBy: { startedAt: "desc" },
    skip: keptPerOwner - 1,
    take: 1,
    select: { startedAt: true },
  });
  if (last === undefined) return;
  const isOld = { ownerId, finishedAt: { not: null }, startedAt: { lte: last.startedAt } };
  await db.task.deleteMany({ where: isOld });
}
