import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { setUndoableKinds } from "./undo-fixture";
import { listTrash } from "@/lib/server/trash/list-trash";
import { restoreTrash } from "@/lib/server/trash/restore-trash";
import { copyEntries, moveEntries, removeEntry } from "./change-trees";
import { renameEntry } from "./rename-entry";
import { saveText } from "./save-text";

setUndoableKinds();

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

const at = (text: string) => `r/${text}` as VirtualPath; // the fixture's root
const host = (name: string) => path.join(fixture.root, name);

test("one call with an answer for each taken name is one task and one undo", async () => {
  const { root, ctx } = fixture;
  for (const folder of ["from", "to"]) {
    mkdirSync(path.join(root, folder));
    for (const name of ["a", "b", "c"]) writeFileSync(path.join(root, folder, name), folder);
  }
  writeFileSync(path.join(root, "from", "d"), "from");
  const files = ["a", "b", "c", "d"].map((name) => at(`from/${name}`));
  const each = { "r/from/a": "replace", "r/from/b": "rename", "r/from/c": "skip" } as const;
  const names = () => readdirSync(path.join(root, "to")).toSorted();
  const before = names();
  const done = await fixture.end(await copyEntries({ files, to: at("to"), conflict: "fail", each }, ctx));
  expect(done).toMatchObject({ state: "done", count: 4, files: 3, skipped: 1, replaced: 1 });
  expect(names()).toHaveLength(5);
  expect(["a", "b", "c"].map((name) => readFileSync(path.join(root, "to", name), "utf8"))).toEqual([
    "from",
    "to",
    "to",
  ]);
  await fixture.end(await undo({ id: done.id }, ctx));
  expect(names()).toEqual(before);
  expect(readFileSync(path.join(root, "to", "a"), "utf8")).toBe("to");
});

test("undo leaves another file alone that has the name of the one that was moved", async () => {
  mkdirSync(host("m/d"), { recursive: true });
  for (const name of ["one", "two", "three"]) writeFileSync(host(`m/${name}`), name);
  const files = ["one", "two", "three"].map((name) => at(`m/${name}`));
  const done = await fixture.end(await moveEntries({ files, to: at("m/d"), conflict: "fail" }, fixture.ctx));
  rmSync(host("m/d/one"));
  writeFileSync(host("m/d/one"), "another");
  // What is written into the file, or saved by an editor here, is the file.
  writeFileSync(host("m/d/two"), "changed");
  const saving = { path: at("m/d/three"), context: "", is_sys_path: false };
  await saveText(saving, fixture.ctx, { pieces: () => ["saved"] });
  const undone = await fixture.end(await undo({ id: done.id }, fixture.ctx));
  expect(undone.failures).toEqual([{ path: "r/m/one", error: "file/changed" }]);
  expect(readFileSync(host("m/d/one"), "utf8")).toBe("another");
  expect(readFileSync(host("m/two"), "utf8")).toBe("changed");
  expect(readFileSync(host("m/three"), "utf8")).toBe("saved");

  const { undo_id: id } = await renameEntry({ path: at("m/two"), newName: "four" as EntryName }, fixture.ctx);
  rmSync(host("m/four"));
  writeFileSync(host("m/four"), "another");
  expect((await fixture.end(await undo({ id: id ?? "" }, fixture.ctx))).failures).toMatchObject([
    { error: "file/changed" },
  ]);
  expect(readdirSync(host("m")).toSorted()).toEqual(["d", "four", "three"]);
});

test("a renaming that could not be noted says that it has no undo", async () => {
  const { db } = fixture.ctx;
  writeFileSync(host("full"), "");
  await db.$executeRawUnsafe("CREATE TRIGGER full BEFORE INSERT ON Undo BEGIN SELECT RAISE(ABORT, 'full'); END");
  const renamed = await renameEntry({ path: at("full"), newName: "renamed" as EntryName }, fixture.ctx);
  await db.$executeRawUnsafe("DROP TRIGGER full");
  expect(renamed).toMatchObject({ undo_id: null });
  expect(readdirSync(host(""))).toContain("renamed");
});

test("undo of a copy leaves what somebody has changed since, and says so", async () => {
  mkdirSync(host("c/d"), { recursive: true });
  for (const name of ["one", "two", "three"]) writeFileSync(host(`c/${name}`), name);
  const files = ["one", "two", "three"].map((name) => at(`c/${name}`));
  const done = await fixture.end(await copyEntries({ files, to: at("c/d"), conflict: "fail" }, fixture.ctx));
  writeFileSync(host("c/d/one"), "edited since");
  rmSync(host("c/d/two"));
  writeFileSync(host("c/d/two"), "two");
  const undone = await fixture.end(await undo({ id: done.id }, fixture.ctx));
  expect(undone.failures.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "r/c/d/one", error: "file/changed" },
    { path: "r/c/d/two", error: "file/changed" },
  ]);
  expect(readdirSync(host("c/d")).toSorted()).toEqual(["one", "two"]);
  expect(readFileSync(host("c/d/one"), "utf8")).toBe("edited since");
});

test.each([
  ["replace", "third", 0],
  ["skip", "third", 2],
  ["rename", "third", 0],
] as const)("of several of one name that are restored the last one has it: %s", async (conflict, content, left) => {
  const name = `r-${conflict}.txt`;
  for (const text of ["first", "second", "third"]) {
    writeFileSync(host(name), text);
    await fixture.end(await removeEntry({ path: at(name), permanent: false }, fixture.ctx));
  }
  const mine = async () =>
    (await listTrash({ all: false, limit: 500 }, fixture.ctx)).entries.filter((one) => one.name === name);
  // As the trash lists them, the last first, and the other way round.
  const ids = (await mine()).map(({ id }) => id);
  await fixture.end(await restoreTrash({ ids: conflict === "rename" ? ids.toReversed() : ids, conflict }, fixture.ctx));
  expect(readFileSync(host(name), "utf8")).toBe(content);
  expect(await mine()).toHaveLength(conflict === "replace" ? 2 : left);
});
