import type { Task, taskContract, taskFilters } from "@/lib/contracts/task";
import { isTaskOver, isTaskProblem, taskStates } from "@/lib/shared/task-state";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { assertAccess, mayAccess } from "@/lib/server/http/gate";
import type { Service } from "@/lib/server/http/service";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import { longOver } from "./kept-tasks";
import { publishSeen, runningTasks, type RunningTask } from "./running-tasks";
import { isTaskKind, taskKindOf, taskKinds } from "./task-kinds";
import { toListed, toTask, toTaskDetail, wordsOf } from "./task-row";

function ownedBy(actor: Actor): { ownerId?: string } {
  return actor.isRoot ? {} : { ownerId: userIdOf(actor) };
}

/** A token sees and steers what it could have begun itself; the user, and nobody else, all that is theirs. */
function isInReach({ kind }: Pick<Task, "kind">, actor: Actor): boolean {
  if (actor.tokenId === null) return true;
  if (!isTaskKind(kind)) return false;
  const { access, token } = taskKindOf({ kind });
  return token && mayAccess(actor, access);
}

const states: Readonly<Record<(typeof taskFilters)[number], Task["state"][]>> = {
  running: taskStates.filter((state) => !isTaskOver({ state })),
  done: ["done"],
  problem: taskStates.filter((state) => isTaskProblem({ state })),
  cancelled: ["cancelled"],
};

/** What a token sees, as a part of a query. */
function kindsOf(actor: Actor): Task["kind"][] {
  return taskKinds()
    .map(({ kind }) => kind)
    .filter((kind) => isInReach({ kind }, actor));
}

export const listTasks: Service<typeof taskContract.listTasks> = async (input, { db, actor }) => {
  const { before, limit, state, kind, text = "" } = input;
  if (kind !== undefined && !isTaskKind(kind))
    throw new AppError("request/invalid", { field: "kind", problem: "not a kind of task" });
  const words = wordsOf({ title: text });
  const { rows, unreadable, found } = await findRows("tasks", limit + 1, ({ skip = 0, ...page }) =>
    db.task.findMany({
      where: {
        ...ownedBy(actor),
        kind: { in: kindsOf(actor).filter((one) => kind === undefined || one === kind) },
        ...(state === undefined ? {} : { state: { in: states[state] } }),
        ...(words === "" ? {} : { words: { contains: words } }),
      },
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      ...page,
      ...(before === undefined ? { skip } : { cursor: { id: before }, skip: skip + 1 }),
    }),
  );
  const shown = rows.slice(0, limit);
  const tasks = await readEach("tasks", shown, asItIs);
  return {
    tasks: tasks.rows,
    next: found > limit ? (shown.at(-1)?.id ?? null) : null,
    unreadable: unreadable + tasks.unreadable,
  };
};

/** What runs is ahead of its row. */
function asItIs(row: Parameters<typeof toTask>[0]): Task {
  const running = runningTasks.get(row.id);
  return running === undefined ? toTask(row) : toListed(running.task);
}

const maxNews = 50;

/** Root sees what everybody has going on, and is told of its own failures only. */
export const getNews: Service<typeof taskContract.getNews> = async (_, { db, actor }) => {
  const ownerId = userIdOf(actor);
  const running = [...runningTasks.values()]
    .filter((one) => (actor.isRoot || one.ownerId === ownerId) && isInReach(one.task, actor))
    .map(({ task }) => toListed(task));
  const found = await findRows("tasks", maxNews, (page) =>
    db.task.findMany({
      where: { ownerId, kind: { in: kindsOf(actor) }, state: { in: states.problem }, seenAt: null },
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      ...page,
    }),
  );
  const problems = await readEach("tasks", found.rows, toTask);
  return { running, problems: problems.rows, unreadable: found.unreadable + problems.unreadable };
};

export const seeTasks: Service<typeof taskContract.seeTasks> = async ({ ids }, { db, actor }) => {
  const ownerId = userIdOf(actor);
  const which = ids === undefined ? {} : { id: { in: ids } };
  const unseen = { ...which, ownerId, kind: { in: kindsOf(actor) }, state: { in: states.problem }, seenAt: null };
  const { count } = await db.task.updateMany({ where: unseen, data: { seenAt: new Date() } });
  if (count > 0) publishSeen(ownerId);
  return {};
};

export const getTask: Service<typeof taskContract.getTask> = async ({ id }, { db, actor }) => {
  const running = runningTasks.get(id);
  const isOwn = running !== undefined && (actor.isRoot || running.ownerId === actor.userId);
  const row = isOwn ? null : await db.task.findFirst({ where: { id, ...ownedBy(actor) }, include: { detail: true } });
  const task = isOwn ? running.task : row === null ? null : toTaskDetail(row);
  if (task === null || !isInReach(task, actor)) throw new AppError("task/not-found");
  return task;
};

export const cancelTask: Service<typeof taskContract.cancelTask> = async ({ id }, { actor, about }) => {
  const running = getRunning(id, actor);
  about(describeTask(running.task));
  const { cancelAccess } = taskKindOf(running.task);
  if (cancelAccess !== null) assertAccess(actor, { access: cancelAccess, token: true });
  running.cancel();
  return {};
};

export const answerTask: Service<typeof taskContract.answerTask> = async ({ id, question, choice, all }, ctx) => {
  const { task, answer } = getRunning(id, ctx.actor);
  ctx.about(describeTask(task));
  if (!answer(question, choice, all)) throw new AppError("task/no-question");
  return {};
};

/** For the audit log: `move holiday (mia)`. */
const describeTask = ({ kind, title, owner }: Pick<Task, "kind" | "title" | "owner">): string =>
  `${kind} ${title} (${owner})`;

function getRunning(id: string, actor: Actor): RunningTask {
  const running = runningTasks.get(id);
  if (running === undefined || !(actor.isRoot || running.ownerId === actor.userId))
    throw new AppError("task/not-found");
  if (!isInReach(running.task, actor)) throw new AppError("task/not-found");
  return running;
}

/**
 * At start: what ran when the server ended without a word is not running any more, unless it goes on; what is long over is
 * forgotten.
 */
export async function tidyTasks(db: Db, goOn: readonly string[] = []): Promise<void> {
  await db.task.updateMany({
    where: { state: { in: taskStates.filter((state) => !isTaskOver({ state })) }, id: { notIn: [...goOn] } },
    data: { state: "interrupted", finishedAt: new Date() },
  });
  await db.task.deleteMany({ where: longOver() });
}
