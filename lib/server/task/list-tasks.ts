import { isTaskOver, taskAccess, taskStates, type Task, type taskContract } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/ctx";
import { userIdOf } from "@/lib/server/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { assertAccess, mayAccess } from "@/lib/server/http/gate";
import type { Service } from "@/lib/server/http/run-endpoint";
import { runningTasks, type RunningTask } from "./running-tasks";
import { toListed, toTask, toTaskDetail } from "./task-row";

const maxListed = 200;

function ownedBy(actor: Actor): { ownerId?: string } {
  return actor.isRoot ? {} : { ownerId: userIdOf(actor) };
}

/** A token sees and steers what it could have begun itself; the user, and nobody else, all that is theirs. */
function isInReach({ kind }: Pick<Task, "kind">, actor: Actor): boolean {
  return actor.tokenId === null || mayAccess(actor, taskAccess[kind]);
}

export const listTasks: Service<typeof taskContract.listTasks> = async (_, { db, actor }) => {
  const rows = await db.task.findMany({ where: ownedBy(actor), orderBy: { startedAt: "desc" }, take: maxListed });
  const tasks = rows.map((row) => {
    const running = runningTasks().get(row.id);
    return running === undefined ? toTask(row) : toListed(running.task);
  });
  return { tasks: tasks.filter((task) => isInReach(task, actor)) };
};

export const getTask: Service<typeof taskContract.getTask> = async ({ id }, { db, actor }) => {
  const running = runningTasks().get(id);
  const isOwn = running !== undefined && (actor.isRoot || running.ownerId === actor.userId);
  const row = isOwn ? null : await db.task.findFirst({ where: { id, ...ownedBy(actor) }, include: { detail: true } });
  const task = isOwn ? running.task : row === null ? null : toTaskDetail(row);
  if (task === null || !isInReach(task, actor)) throw new AppError("task/not-found");
  return task;
};

export const cancelTask: Service<typeof taskContract.cancelTask> = async ({ id }, { actor }) => {
  const running = getRunning(id, actor);
  if (running.task.kind === "fetch") assertAccess(actor, { access: "http_proxy_download_cancel", token: true });
  running.cancel();
  return {};
};

export const answerTask: Service<typeof taskContract.answerTask> = async ({ id, question, choice, all }, { actor }) => {
  if (!getRunning(id, actor).answer(question, choice, all)) throw new AppError("task/no-question");
  return {};
};

function getRunning(id: string, actor: Actor): RunningTask {
  const running = runningTasks().get(id);
  if (running === undefined || !(actor.isRoot || running.ownerId === actor.userId))
    throw new AppError("task/not-found");
  if (!isInReach(running.task, actor)) throw new AppError("task/not-found");
  return running;
}

const keptDays = 30;

/**
 * At start: what ran when the server ended without a word is not running any more, unless it goes on; what is long over is
 * forgotten.
 */
export async function tidyTasks(db: Db, goOn: readonly string[] = []): Promise<void> {
  await db.task.updateMany({
    where: { state: { in: taskStates.filter((state) => !isTaskOver({ state })) }, id: { notIn: [...goOn] } },
    data: { state: "interrupted", finishedAt: new Date() },
  });
  await db.task.deleteMany({ where: { finishedAt: { lt: new Date(Date.now() - keptDays * 86_400_000) } } });
}
