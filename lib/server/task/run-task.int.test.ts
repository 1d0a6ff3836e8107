import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taskAccess, type Task } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { migrate } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { remember } from "@/lib/server/remember";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants, scopesOf } from "@/lib/server/session/grants";
import { recheckAll } from "@/lib/server/session/recheck";
import { answerTask, cancelTask, getTask, listTasks, tidyTasks } from "./list-tasks";
import { onTaskChanged, runningTasks } from "./running-tasks";
import { startTask, type TaskStart } from "./start-task";
import type { TaskStep } from "./task-step";

let dir: string;
let db: Db;
const actor = { ...visitor, userId: "mia", username: "mia", scopes: scopesOf(false, []) };
const mayCopy = { ...noGrants, auth_list: [taskAccess.copy] } as const;
const asked = {
  path: "r/a",
  folder: "r/to",
  arriving: { kind: "file", size: 1, mtime: 1 },
  standing: { kind: "file", size: 2, mtime: 2 },
} as const;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-tasks-"));
  const file = path.join(dir, "filedeck.db");
  await migrate(file, "prisma/migrations");
  db = openDb(file);
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: mayCopy, preferences: {} } });
  remember("app", () => ({ stopping: new AbortController().signal }));
});
afterAll(async () => {
  await db.$disconnect();
  rmSync(dir, { recursive: true, force: true });
});

const ctx = () => ({ actor, db, log: pino({ level: "silent" }) });
const begin = async (steps: readonly TaskStep[], rest: Partial<TaskStart> = {}) =>
  (await startTask(ctx(), { kind: "copy", title: "a", input: {}, steps, ...rest })).taskId;
const ended = async (id: string) => {
  await runningTasks().get(id)?.done;
  return readTask(id);
};
// Services take a whole context; these look at these parts of it alone.
const readTask = (id: string) => getTask({ id }, ctx() as unknown as Parameters<typeof getTask>[1]);
const answer = (id: string, choice: "replace" | "skip", all = false) => {
  const question = runningTasks().get(id)?.task.question?.id ?? "";
  return answerTask({ id, question, choice, all }, ctx() as unknown as Parameters<typeof answerTask>[1]);
};

/** Resolves with the first state of the task that fits. */
function seen(id: string, fits: (task: Task) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (task: Task) => {
      if (task.id === id && fits(task)) resolve();
    };
    onTaskChanged(look);
    const now = runningTasks().get(id)?.task;
    if (now !== undefined) look(now);
  });
}

test("a step that fails keeps no other from being done, and its end is told and stored", async () => {
  const id = await begin([
    { path: "r/a", run: async () => ({ files: 1, bytes: 10, result: { a: 1 } }) },
    { path: "r/b", run: () => Promise.reject(new AppError("file/exists")) },
    { path: "r/c", run: async () => ({ files: 2, bytes: 5, skipped: 1, result: { c: "x" } }) },
  ]);
  expect(await ended(id)).toMatchObject({
    state: "failed",
    files: 3,
    bytes: 15,
    skipped: 1,
    error: "file/exists",
    failures: [{ path: "r/b", error: "file/exists" }],
    result: { a: 1, c: "x" },
  });
});

test("while one step waits for an answer the others go on", async () => {
  const done: string[] = [];
  const id = await begin([
    {
      path: "r/a",
      run: async ({ ask }) => {
        done.push(`a ${await ask(asked)}`);
        return { files: 1 };
      },
    },
    {
      path: "r/b",
      run: async () => {
        done.push("b");
        return { files: 1 };
      },
    },
  ]);
  await seen(id, ({ state }) => state === "waiting");
  expect([done, runningTasks().get(id)?.task]).toMatchObject([["b"], { files: 1, question: asked }]);
  await answer(id, "replace");
  expect(await ended(id)).toMatchObject({ state: "done", files: 2, question: null });
  expect(done).toEqual(["b", "a replace"]);
});

test("an answer for all ends the questions, a wrong or late one is refused", async () => {
  const answers: string[] = [];
  const step: TaskStep = {
    path: "r/a",
    run: async ({ ask }) => {
      answers.push(...(await Promise.all([ask(asked), ask(asked)])).map(String));
      return {};
    },
  };
  const id = await begin([step, step]);
  await seen(id, ({ question }) => question?.more === 3);
  await expect(answerTask({ id, question: "x", choice: "skip", all: true }, ctx() as never)).rejects.toThrow(
    "task/no-question",
  );
  await answer(id, "skip");
  await answer(id, "replace", true);
  await ended(id);
  expect(answers.filter((given) => given === "replace")).toHaveLength(3);
  await expect(answer(id, "skip")).rejects.toThrow("task/not-found");
});

test("a cancelled task ends its question and is stored as cancelled", async () => {
  const id = await begin([{ path: "r/a", run: async ({ ask }) => ({ files: (await ask(asked)) === null ? 0 : 1 }) }]);
  await seen(id, ({ state }) => state === "waiting");
  runningTasks().get(id)?.cancel();
  expect(await ended(id)).toMatchObject({ state: "cancelled", failureCount: 0, question: null });
});

test("the fifth task of a user waits for its turn, and can be cancelled meanwhile", async () => {
  const open: (() => void)[] = [];
  const held: TaskStep = {
    path: "r/a",
    run: () => new Promise((resolve) => void open.push(() => resolve({ files: 1 }))),
  };
  const ids: string[] = [];
  for (let count = 0; count < 6; count++) ids.push(await begin([held]));
  const states = () => ids.map((id) => runningTasks().get(id)?.task.state ?? "over");
  expect(states()).toEqual(["running", "running", "running", "running", "queued", "queued"]);
  runningTasks()
    .get(ids[5] ?? "")
    ?.cancel();
  expect(await ended(ids[5] ?? "")).toMatchObject({ state: "cancelled", files: 0 });
  open.shift()?.();
  await ended(ids[0] ?? "");
  await seen(ids[4] ?? "", ({ state }) => state === "running");
  while (states().some((state) => state !== "over")) {
    open.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await readTask(ids[4] ?? "")).toMatchObject({ state: "done", files: 1 });
});

test("after a restart what ran is interrupted, with a revision above all that were told", async () => {
  const task = { revision: 5, owner: "mia", title: "a", count: 1, files: 0, bytes: 0, total: null, skipped: 0 };
  const progress = { ...task, failures: [], failureCount: 0, error: null, result: null };
  const startedAt = new Date(0);
  const row = { kind: "copy", ownerId: "mia", input: {}, progress, startedAt };
  await db.task.create({ data: { ...row, id: "killed", state: "waiting" } });
  await db.task.create({ data: { ...row, id: "old", state: "done", finishedAt: startedAt } });
  const before = Date.now();
  await tidyTasks(db);
  const killed = await readTask("killed");
  expect(killed.state).toBe("interrupted");
  expect(killed.revision).toBeGreaterThanOrEqual(before);
  expect(await db.task.count({ where: { id: "old" } })).toBe(0);
});

const untilStopped: TaskStep = {
  path: "r/a",
  run: ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new AppError("request/cancelled")));
    }),
};
const setUser = async (data: Parameters<Db["user"]["update"]>[0]["data"]) => {
  await db.user.update({ where: { id: "mia" }, data });
  forgetActors();
};

test.each([
  ["its right", { grants: noGrants }, "task/right-gone"],
  ["its folders", { grants: { ...mayCopy, access_dirs: ["/elsewhere"] } }, "task/folders-changed"],
  ["its account", { disabled: true }, "task/user-gone"],
])("a task whose owner loses %s ends, and says why", async (_, loss, error) => {
  const id = await begin([untilStopped]);
  await recheckAll();
  expect(runningTasks().get(id)?.task.state).toBe("running");
  await setUser(loss);
  await recheckAll();
  expect(await ended(id)).toMatchObject({ state: "failed", error, failures: [{ path: "a", error }] });
  await setUser({ grants: mayCopy, disabled: false });
});

test("a task that a token began ends with the token, with its end, and with a right that only the token lost", async () => {
  const row = {
    userId: "mia",
    name: "script",
    authList: [taskAccess.copy] as string[],
    expiresAt: null as Date | null,
  };
  for (const [loss, error] of [
    [() => db.apiToken.deleteMany({ where: { userId: "mia" } }), "task/token-gone"],
    [() => db.apiToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } }), "task/token-gone"],
    [() => db.apiToken.updateMany({ data: { authList: [] } }), "task/right-gone"],
  ] as const) {
    const { id: tokenId } = await db.apiToken.create({ data: { ...row, id: randomId(), tokenHash: randomId() } });
    const { taskId } = await startTask(
      { ...ctx(), actor: { ...actor, tokenId } },
      { kind: "copy", title: "a", input: {}, steps: [untilStopped] },
    );
    await recheckAll();
    expect(runningTasks().get(taskId)?.task.state).toBe("running");
    await loss();
    forgetActors();
    await recheckAll();
    expect(await ended(taskId)).toMatchObject({ state: "failed", error });
    await db.apiToken.deleteMany();
  }
});

test("what a task needs beside its kind's right is asked for, too, as it stands", async () => {
  let isInLan = false;
  const id = await begin([untilStopped], { needs: () => (isInLan ? ["lan_access"] : []) });
  await recheckAll();
  expect(runningTasks().get(id)?.task.state).toBe("running");
  isInLan = true;
  await recheckAll();
  expect(await ended(id)).toMatchObject({ state: "failed", error: "task/right-gone" });
});

test("a token reaches only tasks that it could have begun", async () => {
  const id = await begin([
    {
      path: "r/a",
      run: async ({ ask }) => {
        await ask(asked);
        return { files: 1 };
      },
    },
  ]);
  await seen(id, ({ question }) => question !== null);
  const question = runningTasks().get(id)?.task.question?.id ?? "";
  const as = (permissions: readonly Permission[]) => {
    const token = { ...actor, tokenId: "t", permissions: new Set(permissions) };
    return { ...ctx(), actor: token } as unknown as Parameters<typeof getTask>[1]; // services look at these parts alone
  };
  const reader = as(["file_read"]);
  const refused = [
    () => getTask({ id }, reader),
    () => cancelTask({ id }, reader),
    () => answerTask({ id, question, choice: "replace", all: true }, reader),
  ];
  for (const call of refused) await expect(call()).rejects.toMatchObject({ key: "task/not-found" });
  expect((await listTasks({}, reader)).tasks.some((task) => task.id === id)).toBe(false);
  const writer = as([taskAccess.copy as Permission]); // a single one
  expect((await listTasks({}, writer)).tasks.some((task) => task.id === id)).toBe(true);
  await cancelTask({ id }, writer);
  expect(await ended(id)).toMatchObject({ state: "cancelled" });
});

test("of very many tasks the oldest are forgotten", async () => {
  const { progress } = await db.task.findFirstOrThrow();
  const old = Array.from({ length: 1_100 }, (_, index) => ({
    id: `old${index}`,
    kind: "copy",
    state: "done",
    ownerId: "mia",
    input: {},
    progress: progress ?? {},
    startedAt: new Date(index),
    finishedAt: new Date(index),
  }));
  await db.task.createMany({ data: old });
  const id = await begin([{ path: "r/a", run: async () => ({ files: 1 }) }]);
  await ended(id);
  expect(await db.task.count({ where: { ownerId: "mia" } })).toBe(1_000);
});
