import { afterAll, beforeAll, expect, test } from "vitest";
import { defineTask } from "@/lib/server/group/define-task";
import { isAppError } from "@/lib/shared/errors";
import { permissionNames } from "@/lib/shared/permissions";
import { cancelTask, getNews, getTask, listTasks } from "./list-tasks";
import { runningTasks } from "./running-tasks";
import { makeTaskFixture, untilStopped, type TaskFixture } from "./task-fixture";
import { setTaskKinds } from "./task-kinds";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
  setTaskKinds([
    defineTask({ kind: "checksum", access: "file_read" }),
    defineTask({ kind: "backup", access: "session", token: false }),
    defineTask({ kind: "quick-command", access: "terminal", token: false }),
  ]);
});
afterAll(() => fixture.close());

test.each(["backup", "quick-command"] as const)(
  "no token sees, reads or cancels a %s, whatever it may",
  async (kind) => {
    const id = await fixture.begin([untilStopped], { kind });
    const isRoot = { isRoot: true, permissions: new Set(permissionNames) };
    for (const rights of [{}, isRoot]) {
      const ctx = { ...fixture.ctx(), actor: { ...fixture.actor, tokenId: "token", ...rights } };
      expect((await listTasks({ limit: 10 }, ctx)).tasks).toEqual([]);
      expect((await getNews({}, ctx)).running).toEqual([]);
      const refused = (work: Promise<unknown>) => work.catch((error: unknown) => isAppError(error) && error.key);
      expect(await refused(Promise.resolve(getTask({ id }, ctx)))).toBe("task/not-found");
      expect(await refused((async () => cancelTask({ id }, ctx))())).toBe("task/not-found");
    }
    expect(runningTasks.get(id)?.task.state).toBe("running");
    // Its user does in the browser.
    expect((await listTasks({ limit: 10 }, fixture.ctx())).tasks.map((task) => task.id)).toEqual([id]);
    await cancelTask({ id }, fixture.ctx());
    expect(await fixture.ended(id)).toMatchObject({ state: "cancelled" });
    await fixture.db.task.deleteMany();
  },
);

test("a token sees and cancels what it could have begun", async () => {
  const id = await fixture.begin([untilStopped], { kind: "checksum" });
  const token = (permissions: ReadonlySet<"file_read">) => ({
    ...fixture.ctx(),
    actor: { ...fixture.actor, tokenId: "token", permissions },
  });
  expect((await listTasks({ limit: 10 }, token(new Set()))).tasks).toEqual([]);
  const ctx = token(new Set(["file_read"]));
  expect((await listTasks({ limit: 10 }, ctx)).tasks.map((task) => task.id)).toEqual([id]);
  await cancelTask({ id }, ctx);
  expect(await fixture.ended(id)).toMatchObject({ state: "cancelled" });
});
