import { expect, test } from "vitest";
import type pino from "pino";
import { defineTask } from "@/lib/server/group/define-task";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { visitor } from "@/lib/server/session/find-actor";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { listTasks } from "./list-tasks";
import { setTaskKinds } from "./task-kinds";

const progress = {
  revision: 1,
  owner: "mia",
  title: "a",
  count: 1,
  files: 1,
  bytes: 1,
  skipped: 0,
  failures: [],
  failureCount: 0,
  error: null,
};

test("a list of many pages has all rows but the broken ones, and its pages go on behind them", async () => {
  setTaskKinds([defineTask({ kind: "test", access: "session" })]);
  startAppOf({ log: { error: () => {} } as unknown as pino.Logger }); // all that is written
  const fixture = await makeDbFixture();
  const { db } = fixture;
  const ctx = { db, actor: { ...visitor, userId: "mia" } } as unknown as Ctx; // what the service uses of it
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: {}, preferences: {} } });
  for (let number = 0; number < 7; number++)
    await db.task.create({
      data: {
        id: `t${number}`,
        kind: "test",
        state: "done",
        ownerId: "mia",
        words: "",
        progress,
        startedAt: new Date(1e12 - number),
      },
    });
  await db.$executeRawUnsafe(`UPDATE "Task" SET progress = '{broken' WHERE id IN ('t1', 't5')`);
  const ids: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < 7; page++) {
    const { tasks, next } = await listTasks({ limit: 2, ...(before === undefined ? {} : { before }) }, ctx);
    ids.push(...tasks.map(({ id }) => id));
    if (next === null) break;
    before = next;
  }
  expect(ids).toEqual(["t0", "t2", "t3", "t4", "t6"]);
  await fixture.close();
});
