import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import type { TaskStep } from "@/lib/server/group/task-step";
import { forgetDetails } from "./kept-tasks";
import { getTask } from "./list-tasks";
import { runningTasks } from "./running-tasks";
import { makeTaskFixture, type TaskFixture } from "./task-fixture";

let fixture: TaskFixture;

beforeAll(async () => {
  fixture = await makeTaskFixture();
});
afterAll(() => fixture.close());

const done: TaskStep = { path: "r/a", run: async () => ({ files: 1 }) };
const long = (bytes: number) => ({ files: Array.from({ length: 16 }, () => "x".repeat(bytes / 16)) });
const stored = () => fixture.db.taskDetail.findMany({ select: { taskId: true } });

test("what the tasks of one user hold is bounded by its bytes, and is free again when they are over", async () => {
  const open: (() => void)[] = [];
  const held: TaskStep = { path: "r/a", run: () => new Promise((resolve) => void open.push(() => resolve({}))) };
  const input = long(limits.heldTasks.perOwnerBytes / 3);
  const ids = [await fixture.begin([held], { input }), await fixture.begin([held], { input })];
  await expect(fixture.begin([done], { input })).rejects.toThrow("task/too-much");
  // What is small finds room beside them.
  await fixture.ended(await fixture.begin([done]));
  runningTasks.get(ids[0] ?? "")?.cancel();
  for (const end of open) end();
  for (const id of ids) await fixture.ended(id);
  await fixture.ended(await fixture.begin([done], { input }));
});

test("thousands of steps count as well, and one that is longer than all is not refused by itself", async () => {
  const open: (() => void)[] = [];
  const steps = Array.from({ length: limits.heldTasks.perOwnerBytes / limits.heldTasks.stepBytes }, () => done);
  const held: TaskStep = { path: "r/a", run: () => new Promise((resolve) => void open.push(() => resolve({}))) };
  const ids = [await fixture.begin([held, ...steps]), await fixture.begin([held, ...steps])];
  await expect(fixture.begin([done])).rejects.toThrow("task/too-much");
  for (const id of ids) runningTasks.get(id)?.cancel();
  for (const end of open) end();
  for (const id of ids) await fixture.ended(id);
});

test("a task that could not begin holds nothing", async () => {
  const input = long(limits.heldTasks.perOwnerBytes / 2);
  const begin = () => fixture.begin([done], { id: "twice", input });
  await fixture.ended(await begin());
  for (let count = 0; count < 2; count++) await expect(begin()).rejects.toThrow("Unique constraint");
  await fixture.ended(await fixture.begin([done], { input }));
});

test("what is long about the oldest tasks is forgotten, not the tasks, and nothing of one that goes on", async () => {
  await fixture.db.task.deleteMany({});
  const open: (() => void)[] = [];
  const held: TaskStep = { path: "r/a", run: () => new Promise((resolve) => void open.push(() => resolve({}))) };
  const running = await fixture.begin([held], { input: long(10_000) });
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) {
    ids.push(await fixture.begin([done], { input: long(10_000) }));
    await fixture.ended(ids.at(-1) ?? "");
  }
  expect(await stored()).toHaveLength(5);
  await forgetDetails(fixture.db, "mia", 25_000);
  const kept = await stored();
  expect(kept.map(({ taskId }) => taskId).sort()).toEqual([running, ...ids.slice(-2)].sort());
  const [oldest = ""] = ids;
  expect(await getTask({ id: oldest }, fixture.ctx())).toMatchObject({ state: "done", input: {}, files: 1 });
  for (const end of open) end();
  await fixture.ended(running);
});

test("the end of a task forgets beyond what is kept", async () => {
  await fixture.db.task.deleteMany({});
  const bytes = limits.heldTasks.keptBytes / 4;
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    ids.push(await fixture.begin([done], { input: long(bytes) }));
    await fixture.ended(ids.at(-1) ?? "");
  }
  const kept = await stored();
  expect(kept.map(({ taskId }) => taskId).sort()).toEqual(ids.slice(-3).sort());
});
