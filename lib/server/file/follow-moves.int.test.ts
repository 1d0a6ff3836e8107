import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodePath, type EntryName } from "@/lib/shared/paths";
import { moveEntries, removeEntry } from "@/lib/server/file/change-trees";
import { followMoves } from "@/lib/server/trash/follow-moves";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { findKept, prepareKept } from "@/lib/server/entries/kept/kept-properties";
import { setUndoableKinds } from "./undo-fixture";

setUndoableKinds();

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
    expect([await isKept("a"), await isKept("a/deep/file"), await isKept("b")]).toEqual([false, false, true]);
    // In the trash they wait with what is there.
    expect(await kept()).toBe(permanent ? 1 : 3);
  },
);

test("of a tree that is merged file by file, each file's versions and properties follow, however many there are", async () => {
  const { db } = fixture.ctx;
  const places = Array.from({ length: 1_500 }, (_, index) => `a/f${index}`);
  const [last = ""] = places.slice(-1);
  await keep(last);
  const versionOf = encodePath(host(last));
  const kind = { kind: "file", state: "there", deletedAt: new Date() };
  const row = {
    id: "v1",
    ownerId: "mia",
    ownerName: "mia",
    path: last,
    hostPath: versionOf,
    folder: "/t/v1",
    versionOf,
  };
  await db.trash.create({ data: { ...row, ...kind } });
  const pairs = places.map((name) => ({ fromPlace: host(name), toPlace: host(name.replace("a/", "b/")) }));
  await followMoves(pairs, fixture.ctx);
  expect([await isKept("b/f1499"), await kept()]).toEqual([true, 1]);
  expect((await db.trash.findUniqueOrThrow({ where: { id: row.id } })).versionOf).toBe(encodePath(host("b/f1499")));
  // Where something else has been kept at the target.
  await keep("b/f7");
  await followMoves([{ fromPlace: host("a/f7"), toPlace: host("b/f7") }], fixture.ctx);
  expect(await isKept("b/f7")).toBe(false);
});

/** As if somebody had saved the file. */
async function keepVersion(id: string, name: string): Promise<void> {
  const [hostPath, owner] = [encodePath(host(name)), { ownerId: "mia", ownerName: "mia" }];
  const kind = { kind: "file", state: "there", deletedAt: new Date() };
  await fixture.ctx.db.trash.create({
    data: { id, ...owner, path: name, hostPath, folder: `/t/${id}`, versionOf: hostPath, ...kind },
  });
}
const versionOf = async (id: string) => (await fixture.ctx.db.trash.findUniqueOrThrow({ where: { id } })).versionOf;
const write = (folder: string, names: readonly string[]) => {
  mkdirSync(host(folder), { recursive: true });
  for (const name of names) writeFileSync(host(`${folder}/${name}`), "");
};

test.each([
  ["chosen one by one", 1_500, ""],
  ["merged", 1_500, ""],
  ["merged, with names too long to be undone", 9_000, "n".repeat(180)],
] as const)(
  "of many files that move all versions and properties follow: %s",
  async (how, count, start) => {
    const names = Array.from({ length: count }, (_, index) => `${start}${index}`);
    write("m/x", names);
    mkdirSync(host("to/x"), { recursive: true });
    const looked = [names[0], names.at(-1)].map((name) => name ?? "");
    for (const name of looked) {
      await keep(`m/x/${name}`);
      await keepVersion(`v${looked.indexOf(name)}`, `m/x/${name}`);
    }
    const files = how === "chosen one by one" ? names.map((name) => at(`m/x/${name}`)) : [at("m/x")];
    const to = how === "chosen one by one" ? at("to/x") : at("to");
    await fixture.end(await moveEntries({ files, to, conflict: "skip" }, fixture.ctx));
    for (const [index, name] of looked.entries()) {
      expect([await isKept(`to/x/${name}`), await isKept(`m/x/${name}`)]).toEqual([true, false]);
      expect(await versionOf(`v${index}`)).toBe(encodePath(host(`to/x/${name}`)));
    }
  },
  120_000,
);

test("what is kept with replaced files goes to the trash, also where a great many move, and comes back", async () => {
  const names = Array.from({ length: 1_200 }, (_, index) => `f${index}`);
  for (const folder of ["m/x", "to/x"]) write(folder, names);
  const other = [{ namespace: "urn:x", name: "other", xml: '<other xmlns="urn:x"/>' }];
  for (const name of ["f0", "f1199"]) {
    await keep(`m/x/${name}`);
    const { db, storage } = fixture.ctx;
    await (
      await prepareKept({ db, storage, ownerId: "mia" }, host(`to/x/${name}`), other)
    )();
  }
  const { id } = await fixture.end(
    await moveEntries({ files: [at("m/x")], to: at("to"), conflict: "replace" }, fixture.ctx),
  );
  const found = async (name: string) => (await findKept(fixture.ctx.db, host(name)))[0]?.name;
  for (const name of ["f0", "f1199"]) expect([await found(`to/x/${name}`), await kept()]).toEqual(["k", 4]);
  await fixture.end(await undo({ id }, fixture.ctx));
  for (const name of ["f0", "f1199"])
    expect([await found(`m/x/${name}`), await found(`to/x/${name}`)]).toEqual(["k", "other"]);
});

test("of a tree that goes to another disk what is kept with its folders follows, and that of merged ones goes", async ({
  skip,
}) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const ctx = { ...fixture.ctx, storage };
  const { db } = ctx;
  mkdirSync(path.join(root, "d/in"), { recursive: true });
  writeFileSync(path.join(root, "d/in/f"), "f");
  const keepAt = async (name: string) =>
    (await prepareKept({ db, storage, ownerId: "mia" }, path.join(root, name), values))();
  for (const name of ["d", "d/in", "d/in/f"]) await keepAt(name);
  const counts = (folder: string) =>
    Promise.all(["d", "d/in", "d/in/f"].map(async (name) => (await findKept(db, path.join(folder, name))).length));
  await fixture.end(await moveEntries({ files: [at("d")], to: at("other"), conflict: "fail" }, ctx));
  expect([await counts(root), await counts(other)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  rmSync(path.join(other, "d"), { recursive: true });
  mkdirSync(path.join(other, "d/in"), { recursive: true });
  mkdirSync(path.join(root, "d/in"), { recursive: true });
  await keepAt("d/in");
  await fixture.end(await moveEntries({ files: [at("d")], to: at("other"), conflict: "skip" }, ctx));
  expect(await counts(root)).toEqual([0, 0, 0]);
});
