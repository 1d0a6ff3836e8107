import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startOrigin, type Origin } from "@/e2e/support/start-origin";
import { deriveKeys } from "@/lib/server/base/keys";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { at } from "@/lib/server/storage/conformance/support";
import type { Task } from "@/lib/contracts/task";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { trashedPlaceOf } from "@/lib/server/trash/trash-row";
import { trashTasks } from "@/lib/server/trash/trash-tasks";
import { trashUndos } from "@/lib/server/trash/trash-undo";
import { undo } from "@/lib/server/undo/undo";
import { setUndoKinds } from "@/lib/server/undo/undo-kinds";
import { undoGroup } from "@/lib/server/undo/undo-group";
import { fetchFiles } from "./fetch-files";
import { fetchGroup } from "./fetch-group";

const mayFetch = [
  "http_proxy",
  "lan_access",
  "filecat_file_context_update_upload_created_copy_decompression",
  "filecat_file_delete_cut_rename",
] as const;

let fixture: TrashFixture;
let ctx: Ctx;
let origin: Origin;
/** Answers what is asked for, the second half when it is told to. */
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  const { db, log, actor } = fixture.ctx;
  await db.user.update({ where: { id: "mia" }, data: { grants: { ...noGrants, auth_list: [...mayFetch] } } });
  forgetActors();
  startAppOf({ db, log, keys: deriveKeys(Buffer.alloc(32, 1)), stopping: new AbortController().signal });
  setTaskKinds([...(fetchGroup.tasks ?? []), ...(undoGroup.tasks ?? []), ...trashTasks]);
  setUndoKinds(trashUndos);
  ctx = { ...fixture.ctx, actor: { ...actor, permissions: new Set(mayFetch) } };
  answer = (response) => response.end("remote");
  origin = await startOrigin((_, response) => {
    response.writeHead(200, { "content-length": 6 });
    answer(response);
  });
});
afterEach(async () => {
  origin.close();
  await fixture.close();
});

const host = (name: string) => path.join(fixture.root, name);
const now = (name: string) => readFileSync(host(name), "utf8");
const inTrash = async () => {
  const rows = await fixture.ctx.db.trash.findMany({ where: { state: "there" } });
  return rows.map((row) => ({
    text: readFileSync(trashedPlaceOf(row), "utf8"),
    isVersion: row.versionOf !== null,
    ownerId: row.ownerId,
  }));
};

async function begin(conflict: "replace" | "ask", who = ctx): Promise<string> {
  const input = { urls: [`${origin.url}/f`], to: at(""), name: undefined, checksum: undefined, conflict };
  const { taskIds } = await fetchFiles(input, who);
  return taskIds[0] ?? "";
}
const download = async (conflict: "replace" | "ask", who = ctx): Promise<Task> =>
  fixture.end({ taskId: await begin(conflict, who) }, who);

test("what a download replaces is in the trash, and comes back by an undo", async () => {
  writeFileSync(host("f"), "precious");
  const task = await download("replace");
  expect([task.state, task.kept, task.facts["undoable"], now("f")]).toEqual(["done", 1, true, "remote"]);
  expect(await inTrash()).toMatchObject([{ text: "precious", isVersion: false, ownerId: "mia" }]);
  await fixture.end(await undo({ id: task.id }, ctx));
  expect(now("f")).toBe("precious");
  expect(await inTrash()).toMatchObject([{ text: "remote" }]);
});

test("so is what somebody has saved where nothing was when it began", async () => {
  const tom = { ...fixture.ctx, actor: actorOf("tom") };
  answer = (response) => {
    response.write("rem");
    void keepVersions(tom)
      .during((keeping) =>
        tom.storage.write(at("f"), Buffer.from("saved meanwhile"), { conflict: "replace", ...keeping }),
      )
      .then(() => response.end("ote"));
  };
  expect(await download("replace")).toMatchObject({ state: "done", kept: 1 });
  expect([now("f"), (await inTrash()).map(({ text }) => text)]).toEqual(["remote", ["saved meanwhile"]]);
});

test("so is what somebody who was asked chose to replace", async () => {
  writeFileSync(host("f"), "precious");
  const taskId = await begin("ask");
  await expect.poll(() => runningTasks.get(taskId)?.task.question?.id).toBeDefined();
  const running = runningTasks.get(taskId);
  running?.answer(running.task.question?.id ?? "", "replace", false);
  expect(await fixture.end({ taskId })).toMatchObject({ state: "done", kept: 1 });
  expect((await inTrash()).map(({ text }) => text)).toEqual(["precious"]);
});

test("what replaces nothing has no undo, and a token's download keeps a version", async () => {
  expect(await download("replace")).toMatchObject({ state: "done", kept: 0, facts: { undoable: false } });
  await ctx.db.apiToken.create({
    data: { id: "t", userId: "mia", name: "t", tokenHash: "t", authList: [...mayFetch] },
  });
  const program = { ...ctx, actor: { ...ctx.actor, sessionId: null, tokenId: "t" } };
  writeFileSync(host("f"), "precious");
  expect(await download("replace", program)).toMatchObject({ state: "done", facts: { undoable: false } });
  expect(await inTrash()).toMatchObject([{ text: "precious", isVersion: true }]);
});
