import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EntryName } from "@/lib/shared/paths";
import { moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { saveText } from "@/lib/server/file/save-text";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";
import { at } from "@/lib/server/storage/conformance/support";
import { undo } from "@/lib/server/undo/undo";
import { listVersions } from "./file-versions";
import { keepOverwritten } from "./keep-overwritten";
import { listTrash } from "./list-trash";
import { restoreTrash } from "./restore-trash";
import { actorOf, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { endUploads } from "./upload-runs";

setUndoableKinds();

let fixture: TrashFixture;
let mia: Ctx;
let root: string;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  [mia, root] = [fixture.ctx, fixture.root];
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(root, name);
const save = (context: string, name: string) =>
  saveText({ path: at(name), context: "", is_sys_path: false }, mia, { pieces: () => [context] });
/** With one earlier version of so many bytes. */
async function make(name: string, size: number): Promise<void> {
  mkdirSync(path.dirname(host(name)), { recursive: true });
  writeFileSync(host(name), "o".repeat(size));
  await save(`now ${size}`, name);
}
const sizes = async (name: string, who = mia) =>
  (await listVersions({ path: at(name) }, who)).versions.map(({ size }) => size);
const forTom = (name: string) => sizes(name, { ...mia, actor: actorOf("tom") });
/** To both of them: the file is known to be the same one. */
const seen = async (name: string) => [await sizes(name), await forTom(name)];
const move = async (name: string, to: string, conflict: "replace" | "fail" = "replace") =>
  (await fixture.end(await moveEntries({ files: [at(name)], to: at(to), conflict }, mia), mia)).id;
const takeBack = async (id: string) => fixture.end(await undo({ id }, mia), mia);
const remove = async (name: string) =>
  fixture.end(await removeEntries({ files: [at(name)], permanent: false }, mia), mia);
const restore = async (conflict: "fail" | "replace") => {
  const { entries } = await listTrash({ all: false, limit: 10 }, mia);
  const ids = entries.filter(({ version }) => !version).map(({ id }) => id);
  return fixture.end(await restoreTrash({ ids, conflict }, mia), mia);
};

test("a file that replaces another brings its own versions, and both have theirs again when that is undone", async () => {
  await make("a/f", 5);
  await make("b/f", 6);
  const id = await move("a/f", "b");
  expect(await seen("b/f")).toEqual([[5], [5]]);
  expect(await takeBack(id)).toMatchObject({ state: "done", failureCount: 0 });
  expect(await seen("a/f")).toEqual([[5], [5]]);
  expect(await seen("b/f")).toEqual([[6], [6]]);
});

test("so do those of files in folders that are merged", async () => {
  for (const [name, size] of [
    ["a/d/f", 5],
    ["a/d/in/g", 6],
    ["b/d/f", 7],
    ["b/d/in/g", 8],
  ] as const)
    await make(name, size);
  const id = await move("a/d", "b");
  expect(await seen("b/d/f")).toEqual([[5], [5]]);
  expect(await seen("b/d/in/g")).toEqual([[6], [6]]);
  await takeBack(id);
  expect(await seen("a/d/f")).toEqual([[5], [5]]);
  expect(await seen("a/d/in/g")).toEqual([[6], [6]]);
  expect(await seen("b/d/f")).toEqual([[7], [7]]);
  expect(await seen("b/d/in/g")).toEqual([[8], [8]]);
});

test("and those of files that go to another disk and come back", async ({ skip }) => {
  const disks = await fixtureOnTwoDisks(skip);
  root = disks.root;
  mia = { ...mia, storage: disks.storage };
  for (const [name, size] of [
    ["a/f", 5],
    ["a/d/g", 6],
    ["other/f", 7],
    ["other/d/g", 8],
  ] as const)
    await make(name, size);
  const ids = [await move("a/f", "other"), await move("a/d", "other")];
  expect(await seen("other/f")).toEqual([[5], [5]]);
  expect(await seen("other/d/g")).toEqual([[6], [6]]);
  for (const id of ids) await takeBack(id);
  expect(await seen("a/f")).toEqual([[5], [5]]);
  expect(await seen("a/d/g")).toEqual([[6], [6]]);
  expect(await seen("other/f")).toEqual([[7], [7]]);
  expect(await seen("other/d/g")).toEqual([[8], [8]]);
});

test("those of a file in the trash are not taken along by another one of its name, nor by its folder", async () => {
  await make("a/k", 5);
  await remove("a/k");
  writeFileSync(host("a/k"), "another");
  await renameEntry({ path: at("a/k"), newName: "other" as EntryName }, mia);
  expect(await sizes("a/other")).toEqual([]);
  await renameEntry({ path: at("a"), newName: "b" as EntryName }, mia);
  await restore("fail");
  expect(await seen("a/k")).toEqual([[5], [5]]);
  expect(await sizes("b/other")).toEqual([]);
});

test("one that comes back from the trash in place of another has its own", async () => {
  await make("a/k", 5);
  await remove("a/k");
  await mia.db.trash.updateMany({ data: { deletedAt: new Date(Date.now() - 600_000) } });
  await make("a/k", 6);
  await restore("replace");
  expect(await seen("a/k")).toEqual([[5], [5]]);
  await renameEntry({ path: at("a/k"), newName: "aside" as EntryName }, mia);
  await restore("fail");
  expect(await seen("a/k")).toEqual([[6], [6]]);
  expect(await seen("a/aside")).toEqual([[5], [5]]);
});

test("one that another program has put in its place does not take them along", async () => {
  await make("a/f", 5);
  renameSync(host("a/f"), host("aside"));
  writeFileSync(host("a/f"), "another");
  await renameEntry({ path: at("a/f"), newName: "g" as EntryName }, mia);
  expect(await sizes("a/g")).toEqual([]);
  renameSync(host("aside"), host("a/f"));
  expect(await seen("a/f")).toEqual([[5], [5]]);
});

test("what an upload has overwritten has them as its own again when that is undone", async () => {
  await make("a/f", 5);
  const run = "versionsrunabcde";
  await keepOverwritten(at("a/f"), { ctx: mia, run }, (keeping) =>
    mia.storage.write(at("a/f"), Buffer.from("uploaded"), { conflict: "replace", ...keeping }),
  );
  const { id } = await endUploads({ run }, mia);
  await takeBack(id ?? "");
  expect(readFileSync(host("a/f"), "utf8")).toBe("now 5");
  expect(await seen("a/f")).toEqual([[5], [5]]);
  await renameEntry({ path: at("a/f"), newName: "g" as EntryName }, mia);
  expect(await seen("a/g")).toEqual([[5], [5]]);
});
