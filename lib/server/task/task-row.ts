import type { Logger } from "pino";
import { z } from "zod";
import { listedFailures, task as taskSchema, type Task, type TaskDetail } from "@/lib/contracts/task";
import { isTaskProblem } from "@/lib/shared/task-state";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";

const storedProgress = taskSchema.omit({
  id: true,
  kind: true,
  state: true,
  current: true,
  question: true,
  started_at: true,
  finished_at: true,
  seen: true,
});

const json = z.record(z.string(), z.json());
const storedOutcome = z.object({ failures: taskSchema.shape.failures, result: json.nullable() });

type Row = {
  id: string;
  kind: string;
  state: string;
  progress: unknown;
  startedAt: Date;
  finishedAt: Date | null;
  seenAt: Date | null;
};
type DetailedRow = Row & { detail: { input: unknown; outcome: unknown } | null };

/** A task as the table keeps it. */
export function toTask(row: Row): Task {
  const progress = storedProgress.parse(row.progress);
  const task = taskSchema.parse({
    id: row.id,
    kind: row.kind,
    state: row.state,
    current: "",
    ...progress,
    // What a kill interrupted was told more often than stored: its end must be the newest of it all.
    revision: Math.max(progress.revision, row.finishedAt?.getTime() ?? 0),
    started_at: row.startedAt.getTime(),
    finished_at: row.finishedAt?.getTime() ?? null,
  });
  return { ...task, seen: row.seenAt !== null || !isTaskProblem(task) };
}

export function toTaskDetail(row: DetailedRow): TaskDetail {
  const task = toTask(row);
  if (row.detail === null) return { ...task, input: {}, result: null };
  const { failures, result } = storedOutcome.parse(row.detail.outcome);
  // What a kill interrupted has told of its first failures only.
  return {
    ...task,
    failures: failures.length > 0 ? failures : task.failures,
    input: json.parse(row.detail.input),
    result,
  };
}

/** What lists and events show of it. */
export function toListed(detail: TaskDetail): Task {
  return taskSchema.parse({ ...detail, failures: detail.failures.slice(0, listedFailures) });
}

/** What the table keeps beside its own columns. */
function toProgress(detail: TaskDetail): Prisma.InputJsonObject {
  const { revision, owner, title, count, files, bytes, total, skipped, failures, failureCount, error, facts } =
    toListed(detail);
  const { replaced, kept } = detail;
  const amounts = { files, bytes, total, skipped, replaced, kept, failures: [...failures], failureCount };
  return { revision, owner, title, count, ...amounts, error, facts };
}

function toOutcome({ failures, result }: TaskDetail): Prisma.InputJsonObject {
  return { failures: [...failures], result };
}

/** What the table keeps of a task that begins. */
export function toRow(task: TaskDetail, ownerId: string) {
  const { id, kind, state, input } = task;
  const detail = { create: { input, outcome: toOutcome(task) } };
  return { id, kind, state, ownerId, words: wordsOf(task), progress: toProgress(task), detail };
}

type End = { task: TaskDetail; ownerId: string; finishedAt: Date | null };

/** Also of a task for whose beginning the disk had no room. */
export async function storeEnd(db: Db, { task, ownerId, finishedAt }: End): Promise<void> {
  const data = { state: task.state, progress: toProgress(task), finishedAt };
  await db.task.upsert({
    where: { id: task.id },
    update: { ...data, detail: { update: { outcome: toOutcome(task) } } },
    create: { ...toRow(task, ownerId), finishedAt, startedAt: new Date(task.started_at) },
  });
}

/** By what a task is found. */
export function wordsOf({ title }: Pick<Task, "title">): string {
  return title.toLowerCase().toWellFormed();
}

const storeEveryMs = 3_000;

/** Stores a task's progress every few seconds while it changes, until it is told to stop. */
export function storeRegularly(task: TaskDetail, { db, log }: { db: Db; log: Logger }): { stop: () => Promise<void> } {
  let stored = task.revision;
  let storing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (task.revision === stored) return;
    stored = task.revision;
    storing = db.task
      .update({ where: { id: task.id }, data: { state: task.state, progress: toProgress(task) } })
      .catch((error: unknown) => log.error({ err: error, taskId: task.id }, "task could not be stored"));
  }, storeEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await storing;
    },
  };
}
