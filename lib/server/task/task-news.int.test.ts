import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { listTasks } from "./list-tasks";
import { onTaskChanged } from "./running-tasks";
import { makeTaskFixture, type TaskFixture } from "./task-fixture";
import type { StepOutcome } from "./task-step";

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
  const { tasks } = await listTasks({}, fixture.ctx());
  expect(tasks.find((task) => task.id === id)?.failures).toHaveLength(3);
  for (const text of [JSON.stringify(tasks.find((task) => task.id === id)), ...heard])
    expect(text.length).toBeLessThan(2_000);
  const [row] = await fixture.db.$queryRaw<
    [{ size: bigint }]
  >`SELECT length("progress") AS "size" FROM "Task" WHERE "id" = ${id}`;
  expect(Number(row.size)).toBeLessThan(2_000);
});
