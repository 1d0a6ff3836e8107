import { task as taskSchema, type Task, type taskContract } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/ctx";
import { userIdOf } from "@/lib/server/ctx";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/run-endpoint";
import { runningTasks } from "./running-tasks";

const maxListed = 200;
const storedProgress = taskSchema.omit({
  id: true,
  kind: true,
  state: true,
  current: true,
  started_at: true,
  finished_at: true,
});

type Row = { id: string; kind: string; state: string; progress: unknown; startedAt: Date; finishedAt: Date | null };

function toTask(row: Row): Task {
  const times = { started_at: row.startedAt.getTime(), finished_at: row.finishedAt?.getTime() ?? null };
  return taskSchema.parse({
    id: row.id,
    kind: row.kind,
    state: row.state,
    current: "",
    ...storedProgress.parse(row.progress),
    ...times,
  });
}

function ownedBy(actor: Actor): { ownerId?: string } {
  return actor.isRoot ? {} : { ownerId: userIdOf(actor) };
}

export const listTasks: Service<typeof taskContract.listTasks> = async (_, { db, actor }) => {
  const rows = await db.task.findMany({ where: ownedBy(actor), orderBy: { startedAt: "desc" }, take: maxListed });
  return { tasks: rows.map((row) => runningTasks().get(row.id)?.task ?? toTask(row)) };
};

export const getTask: Service<typeof taskContract.getTask> = async ({ id }, { db, actor }) => {
  const running = runningTasks().get(id);
  if (running !== undefined && (actor.isRoot || running.ownerId === actor.userId)) return running.task;
  const row = await db.task.findFirst({ where: { id, ...ownedBy(actor) } });
  if (row === null) throw new AppError("task/not-found");
  return toTask(row);
};

export const cancelTask: Service<typeof taskContract.cancelTask> = async ({ id }, { actor }) => {
  const running = runningTasks().get(id);
  if (running === undefined || !(actor.isRoot || running.ownerId === actor.userId))
    throw new AppError("task/not-found");
  running.cancel();
  return {};
};

/** At start: what ran when the server ended without a word is not running any more. */
export async function markInterrupted(db: Db): Promise<void> {
  await db.task.updateMany({ where: { state: "running" }, data: { state: "interrupted", finishedAt: new Date() } });
}
