import type { Logger } from "pino";
import { task as taskSchema, type Task } from "@/lib/contracts/task";
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
});

type Row = { id: string; kind: string; state: string; progress: unknown; startedAt: Date; finishedAt: Date | null };

/** A task as the table keeps it. */
export function toTask(row: Row): Task {
  const progress = storedProgress.parse(row.progress);
  return taskSchema.parse({
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
}

/** What the table keeps beside its own columns. */
export function toProgress(task: Task): Prisma.InputJsonObject {
  const { revision, owner, title, count, files, bytes, total, skipped, failures, failureCount, error, result } = task;
  const { replaced, kept } = task;
  const amounts = { files, bytes, total, skipped, replaced, kept, failures: [...failures], failureCount };
  return { revision, owner, title, count, ...amounts, error, result };
}

const storeEveryMs = 3_000;

/** Stores a task's progress every few seconds while it changes, until it is told to stop. */
export function storeRegularly(task: Task, { db, log }: { db: Db; log: Logger }): { stop: () => Promise<void> } {
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
