import { afterAll, beforeAll, expect, test } from "vitest";
import { randomId } from "@/lib/shared/units";
import { forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { recheckAll } from "@/lib/server/session/recheck";
import { runningTasks } from "./running-tasks";
import { startTask } from "./start-task";
import { makeTaskFixture, mayCopy, untilStopped, type TaskFixture } from "./task-fixture";

let fixture: TaskFixture;
beforeAll(async () => {
  fixture = await makeTaskFixture();
});
afterAll(() => fixture.close());

test.each([
  ["its right", { grants: noGrants }, "task/right-gone"],
  ["its folders", { grants: { ...mayCopy, access_dirs: ["/elsewhere"] } }, "task/folders-changed"],
  ["its account", { disabled: true }, "task/user-gone"],
])("a task whose owner loses %s ends, and says why", async (_, loss, error) => {
  const id = await fixture.begin([untilStopped]);
  await recheckAll();
  expect(runningTasks.get(id)?.task.state).toBe("running");
  await fixture.setUser(loss);
  await recheckAll();
  expect(await fixture.ended(id)).toMatchObject({ state: "failed", error, failures: [{ path: "a", error }] });
  await fixture.setUser({ grants: mayCopy, disabled: false });
});

test("a task that a token began ends with the token, with its end, and with a right that only the token lost", async () => {
  const row = {
    userId: "mia",
    name: "script",
    authList: [...mayCopy.auth_list] as string[],
    expiresAt: null as Date | null,
  };
  for (const [loss, error] of [
    [() => fixture.db.apiToken.deleteMany({ where: { userId: "mia" } }), "task/token-gone"],
    [() => fixture.db.apiToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } }), "task/token-gone"],
    [() => fixture.db.apiToken.updateMany({ data: { authList: [] } }), "task/right-gone"],
  ] as const) {
    const { id: tokenId } = await fixture.db.apiToken.create({
      data: { ...row, id: randomId(), tokenHash: randomId() },
    });
    const { taskId } = await startTask(
      { ...fixture.ctx(), actor: { ...fixture.actor, tokenId } },
      { kind: "copy", title: "a", input: {}, steps: [untilStopped] },
    );
    await recheckAll();
    expect(runningTasks.get(taskId)?.task.state).toBe("running");
    await loss();
    forgetActors();
    await recheckAll();
    expect(await fixture.ended(taskId)).toMatchObject({ state: "failed", error });
    await fixture.db.apiToken.deleteMany();
  }
});

test("what a task needs beside its kind's right is asked for, too, as it stands", async () => {
  let isInLan = false;
  const id = await fixture.begin([untilStopped], { needs: () => (isInLan ? ["lan_access"] : []) });
  await recheckAll();
  expect(runningTasks.get(id)?.task.state).toBe("running");
  isInLan = true;
  await recheckAll();
  expect(await fixture.ended(id)).toMatchObject({ state: "failed", error: "task/right-gone" });
});
