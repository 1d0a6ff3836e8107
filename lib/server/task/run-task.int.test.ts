import { afterAll, beforeAll, expect, test } from "vitest";
import type { Task } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import { answerTask, cancelTask, getTask, listTasks, tidyTasks } from "./list-tasks";
import { onTaskChanged, runningTasks } from "./running-tasks";
import { makeTaskFixture, mayCopy, type TaskFixture } from "./task-fixture";
import { countTurns, spin } from "@/lib/server/base/turns-fixture";
import type { TaskStep } from "@/lib/server/group/task-step";

let fixture: TaskFixture;
const asked = {
  path: "r/a",
  folder: "r/to",
  arriving: { kind: "file", size: 1, mtime: 1 },
  standing: { kind: "file", size: 2, mtime: 2 },
} as const;

beforeAll(async () => {
  fixture = await makeTaskFixture();
});
afterAll(() => fixture.close());

const begin: TaskFixture["begin"] = (...given) => fixture.begin(...given);
const ended = (id: string) => fixture.ended(id);
const readTask = (id: string) => getTask({ id }, fixture.ctx());
const answer = (id: string, choice: "replace" | "skip", all = false) => {
  const question = runningTasks.get(id)?.task.question?.id ?? "";
  return answerTask({ id, question, choice, all }, fixture.ctx());
};

/** Resolves with the first state of the task that fits. */
function seen(id: string, fits: (task: Task) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (task: Task) => {
      if (task.id === id && fits(task)) resolve();
    };
    onTaskChanged(look);
    const now = runningTasks.get(id)?.task;
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

test("a task is not done before what comes with its end is there", async () => {
  const states: unknown[] = [];
  let id = "";
  id = await begin([{ path: "r/a", run: async () => ({ files: 1 }) }], {
    onEnd: async (task) => {
      await new Promise(setImmediate);
      states.push(task.state, runningTasks.get(task.id)?.task.state);
    },
  });
  expect(await ended(id)).toMatchObject({ state: "done", files: 1 });
  expect(states).toEqual(["done", "running"]);
});

test("the reason of the first failure below an entry is the task's", async () => {
  const failures = ["r/a/1", "r/a/2"].map((path) => ({ path, error: "file/disk-full" }));
  const id = await begin([{ path: "r/a", run: async () => ({ files: 0, failures, failureCount: 2 }) }]);
  expect(await ended(id)).toMatchObject({ state: "failed", error: "file/disk-full", failureCount: 2, failures });
});

test("of thousands of steps that wait for nothing none holds up everybody, and their results are put together", async () => {
  let done = 0;
  const steps = Array.from({ length: 2_000 }, (_, index): TaskStep => ({
    path: `r/${index}`,
    run: async () => {
      done++;
      if (index % 10 === 0) spin(2);
      return { files: 1, result: { [`r/${index}`]: index } };
    },
  }));
  let id = "";
  const { mostSteps } = await countTurns(
    async () => {
      id = await begin(steps);
      await runningTasks.get(id)?.done;
    },
    () => done,
  );
  expect(Object.keys((await ended(id)).result ?? {})).toHaveLength(2_000);
  // Every tenth takes two milliseconds, of which a turn has a few.
  expect(mostSteps).toBeLessThan(100);
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
  expect([done, runningTasks.get(id)?.task]).toMatchObject([["b"], { files: 1, question: asked }]);
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
  await expect(answerTask({ id, question: "x", choice: "skip", all: true }, fixture.ctx())).rejects.toThrow(
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
  runningTasks.get(id)?.cancel();
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
  const states = () => ids.map((id) => runningTasks.get(id)?.task.state ?? "over");
  expect(states()).toEqual(["running", "running", "running", "running", "queued", "queued"]);
  runningTasks.get(ids[5] ?? "")?.cancel();
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
  const progress = { ...task, failures: [], failureCount: 0, error: null };
  const startedAt = new Date(0);
  const row = { kind: "copy", ownerId: "mia", progress, startedAt };
  await fixture.db.task.create({ data: { ...row, id: "killed", state: "waiting" } });
  await fixture.db.task.create({ data: { ...row, id: "old", state: "done", finishedAt: startedAt } });
  const before = Date.now();
  await tidyTasks(fixture.db);
  const killed = await readTask("killed");
  expect(killed.state).toBe("interrupted");
  expect(killed.revision).toBeGreaterThanOrEqual(before);
  expect(await fixture.db.task.count({ where: { id: "old" } })).toBe(0);
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
  const question = runningTasks.get(id)?.task.question?.id ?? "";
  const as = (permissions: readonly Permission[]) => {
    const token = { ...fixture.actor, tokenId: "t", permissions: new Set(permissions) };
    return { ...fixture.ctx(), actor: token };
  };
  const reader = as(["file_read"]);
  const refused = [
    () => getTask({ id }, reader),
    () => cancelTask({ id }, reader),
    () => answerTask({ id, question, choice: "replace", all: true }, reader),
  ];
  for (const call of refused) await expect(call()).rejects.toMatchObject({ key: "task/not-found" });
  expect((await listTasks({ limit: 200 }, reader)).tasks.some((task) => task.id === id)).toBe(false);
  const writer = as([...mayCopy.auth_list]); // a single one
  expect((await listTasks({ limit: 200 }, writer)).tasks.some((task) => task.id === id)).toBe(true);
  await cancelTask({ id }, writer);
  expect(await ended(id)).toMatchObject({ state: "cancelled" });
});

test("of very many tasks the oldest are forgotten", async () => {
  const { progress } = await fixture.db.task.findFirstOrThrow();
  const longAgoMs = Date.now() - 86_400_000;
  const old = Array.from({ length: 1_100 }, (_, index) => ({
    id: `old${index}`,
    kind: "copy",
    state: "done",
    ownerId: "mia",
    progress: progress ?? {},
    startedAt: new Date(longAgoMs + index),
    finishedAt: new Date(longAgoMs + index),
  }));
  await fixture.db.task.createMany({ data: old });
  const id = await begin([{ path: "r/a", run: async () => ({ files: 1 }) }]);
  await ended(id);
  expect(await fixture.db.task.count({ where: { ownerId: "mia" } })).toBe(1_000);
});
