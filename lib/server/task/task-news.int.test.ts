import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { getNews, listTasks, seeTasks, tidyTasks } from "./list-tasks";
import { onTaskChanged, onTasksSeen } from "./running-tasks";
import { makeTaskFixture, type TaskFixture } from "./task-fixture";
import type { StepOutcome } from "@/lib/server/group/task-step";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
});
afterAll(() => fixture.close());

test("lists and events are short, however much was asked, failed and was found; the detail has it", async () => {
  const heard: string[] = [];
  const stop = onTaskChanged((task) => void heard.push(JSON.stringify(task)));
  const long = "x".repeat(200_000);
  const steps = Array.from({ length: 60 }, (_, index) => ({
    path: `r/${index}`,
    run: (): Promise<StepOutcome> =>
      index < 50
        ? Promise.reject(new AppError("file/exists"))
        : Promise.resolve({ files: 1, result: { [index]: long }, facts: { path: "r" } }),
  }));
  const id = await fixture.begin(steps, { input: { files: [long] } });
  const detail = await fixture.ended(id);
  stop();
  expect(detail).toMatchObject({ input: { files: [long] }, failureCount: 50, facts: { path: "r" } });
  expect([detail.failures.length, Object.keys(detail.result ?? {}).length]).toEqual([50, 10]);
  const { tasks } = await listTasks({ limit: 200 }, fixture.ctx());
  expect(tasks.find((task) => task.id === id)?.failures).toHaveLength(3);
  for (const text of [JSON.stringify(tasks.find((task) => task.id === id)), ...heard])
    expect(text.length).toBeLessThan(2_000);
  const [row] = await fixture.db.$queryRaw<
    [{ size: bigint }]
  >`SELECT length("progress") AS "size" FROM "Task" WHERE "id" = ${id}`;
  expect(Number(row.size)).toBeLessThan(2_000);
});

const fails = [{ path: "r/a", run: () => Promise.reject(new AppError("file/exists")) }];
const works = [{ path: "r/a", run: async () => ({ files: 1 }) }];

test("what failed or was cut off is told until its owner has seen it, and what went well or was seen is not", async () => {
  const { ctx, db, begin, ended } = fixture;
  await seeTasks({}, ctx());
  const [first, second] = [await begin(fails), await begin(fails)];
  for (const id of [first, second, await begin(works)]) await ended(id);
  const { detail: _, ...row } = await db.task.findUniqueOrThrow({ where: { id: first }, include: { detail: true } });
  const cut = { ...row, id: "cut", state: "running", finishedAt: null, seenAt: null, progress: row.progress ?? {} };
  await db.task.create({ data: cut });
  await tidyTasks(db);
  const told = async () => (await getNews({}, ctx())).problems.map(({ id }) => id).toSorted();
  expect(await told()).toEqual([first, second, "cut"].toSorted());
  const heard: string[] = [];
  onTasksSeen((ownerId) => heard.push(ownerId));
  await seeTasks({ ids: [first] }, ctx());
  expect([await told(), heard]).toEqual([[second, "cut"].toSorted(), ["mia"]]);
  const other = { ...ctx(), actor: { ...fixture.actor, userId: "tom" } };
  await seeTasks({}, other);
  expect([await told(), (await getNews({}, other)).problems]).toEqual([[second, "cut"].toSorted(), []]);
  await seeTasks({}, ctx());
  expect(await told()).toEqual([]);
});

test("the history is found by state, kind and name, page by page, without a task twice or left out", async () => {
  const { ctx, begin, ended } = fixture;
  const ids: string[] = [];
  for (const title of ["Ferien.zip", "ferien 2", "Ärger"]) ids.push(await begin(works, { title }));
  ids.push(await begin(fails, { title: "FERIEN", kind: "move" }));
  for (const id of ids) await ended(id);
  const found = async (filter: Partial<Parameters<typeof listTasks>[0]>) =>
    (await listTasks({ limit: 200, ...filter }, ctx())).tasks.map(({ title }) => title).toSorted();
  expect(await found({ text: "Ferien" })).toEqual(["FERIEN", "Ferien.zip", "ferien 2"]);
  expect(await found({ text: "ÄRG" })).toEqual(["Ärger"]);
  expect(await found({ text: "ferien", state: "problem" })).toEqual(["FERIEN"]);
  expect(await found({ kind: "move" })).toEqual(["FERIEN"]);
  expect(await found({ state: "running" })).toEqual([]);
  const all = (await listTasks({ limit: 200 }, ctx())).tasks.map(({ id }) => id);
  const paged: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await listTasks({ limit: 2, ...(before === undefined ? {} : { before }) }, ctx());
    paged.push(...page.tasks.map(({ id }) => id));
    if (page.next === null) break;
    before = page.next;
  }
  expect(paged).toEqual(all);
});
