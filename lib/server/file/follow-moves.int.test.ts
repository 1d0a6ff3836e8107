import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EntryName } from "@/lib/shared/paths";
import { moveEntries, removeEntry } from "@/lib/server/file/change-trees";
import { fileTasks } from "@/lib/server/file/file-tasks";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { at } from "@/lib/server/storage/conformance/support";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { trashTasks } from "@/lib/server/trash/trash-tasks";
import { findKept, prepareKept } from "@/lib/server/entries/kept/kept-properties";

setTaskKinds([...trashTasks, ...fileTasks]);

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  for (const folder of ["a/deep", "b"]) mkdirSync(host(folder), { recursive: true });
  writeFileSync(host("a/deep/file"), "x");
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
const values = [{ namespace: "urn:x", name: "k", xml: '<k xmlns="urn:x"/>' }];
const keep = async (name: string) => {
  const { db, storage } = fixture.ctx;
  await (
    await prepareKept({ db, storage, ownerId: "mia" }, host(name), values)
  )();
};
const isKept = async (name: string) => (await findKept(fixture.ctx.db, host(name))).length > 0;
const kept = () => fixture.ctx.db.davProperty.count();

test("what WebDAV clients keep follows entries that are renamed or moved in the app", async () => {
  for (const name of ["a", "a/deep/file"]) await keep(name);
  await renameEntry({ path: at("a"), newName: "c" as EntryName }, fixture.ctx);
  expect([await isKept("c"), await isKept("c/deep/file"), await kept()]).toEqual([true, true, 2]);
  await fixture.end(await moveEntries({ files: [at("c")], to: at("b"), conflict: "fail" }, fixture.ctx));
  expect([await isKept("b/c"), await isKept("b/c/deep/file"), await kept()]).toEqual([true, true, 2]);
});

test.each([false, true])(
  "what is deleted in the app leaves nothing to whatever gets its name, for good: %s",
  async (permanent) => {
    for (const name of ["a", "a/deep/file", "b"]) await keep(name);
    const { taskId } = await removeEntry({ path: at("a"), permanent }, fixture.ctx);
    await fixture.end({ taskId });
    expect([await isKept("b"), await kept()]).toEqual([true, 1]);
  },
);
