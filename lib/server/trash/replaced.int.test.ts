import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { copyEntries, moveEntries } from "@/lib/server/file/change-trees";
import { at } from "@/lib/server/storage/conformance/support";
import type { TreeConflict } from "@/lib/server/storage/storage";
import { undo } from "@/lib/server/undo/undo";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { endUploads } from "./upload-runs";
import { keepOverwritten } from "./keep-overwritten";
import { listTrash } from "./list-trash";
import { purgeTrash } from "./purge-trash";
import { restoreTrash } from "./restore-trash";
import { reconcileTrash } from "./sweep-trash";
import { actorOf, keptFor30Days, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashSetting } from "./trash-setting";

setUndoableKinds();

let fixture: TrashFixture;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  for (const [side, names] of Object.entries({ from: ["a", "d/b", "d/new/c"], to: ["a", "d/b", "d/stays"] })) {
    mkdirSync(path.join(fixture.root, side, "d"), { recursive: true });
    for (const name of names) {
      mkdirSync(path.dirname(host(`${side}/${name}`)), { recursive: true });
      writeFileSync(host(`${side}/${name}`), side);
    }
  }
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
/** Every file below the root that is not in the trash, with what is in it. */
const files = () =>
  readdirSync(fixture.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".filedeck-trash"))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => `${path.relative(fixture.root, file)}: ${readFileSync(file, "utf8")}`)
    .toSorted();
const origins = async () => (await listed()).map(({ path: origin }) => origin ?? "").toSorted(inOrder);
const inOrder = (one: string, other: string) => (one < other ? -1 : 1);
const listed = async () => (await listTrash({ all: false, limit: 500 }, fixture.ctx)).entries;

const verbs = { copy: copyEntries, move: moveEntries };
async function transfer(verb: "copy" | "move", conflict: TreeConflict = "replace") {
  const input = { files: [at("from/a"), at("from/d")], to: at("to"), conflict };
  return fixture.end(await verbs[verb](input, fixture.ctx));
}
const undoTask = async ({ id }: { id: string }) => fixture.end(await undo({ id }, fixture.ctx));

const before = ["from/a: from", "from/d/b: from", "from/d/new/c: from", "to/a: to", "to/d/b: to", "to/d/stays: to"];

test.each(["copy", "move"] as const)("undo of a %s that replaced something brings both back", async (verb) => {
  const done = await transfer(verb);
  expect(done).toMatchObject({ state: "done", files: 3, replaced: 2, kept: 2 });
  expect(files().filter((file) => file.startsWith("to"))).toEqual([
    "to/a: from",
    "to/d/b: from",
    "to/d/new/c: from",
    "to/d/stays: to",
  ]);
  expect(await origins()).toEqual(["r/to/a", "r/to/d"]);
  expect(new Set((await listed()).map(({ kind }) => kind))).toEqual(new Set(["file", "folder"]));
  const undone = await undoTask(done);
  expect(undone).toMatchObject({ kind: "undo", state: "done", facts: { undone: verb, restored: 2 } });
  expect(files()).toEqual(before);
  expect(existsSync(host("to/d/new"))).toBe(false);
  // Copies go to the trash, where a changed one can be had back.
  expect(await origins()).toEqual(verb === "move" ? [] : ["r/to/a", "r/to/d/b", "r/to/d/new"]);
  await expect(undo({ id: done.id }, fixture.ctx)).rejects.toThrow("undo/gone");
});

test("undo overwrites nothing that came meanwhile, and says what stayed in the trash", async () => {
  const done = await transfer("move");
  unlinkSync(host("to/a"));
  unlinkSync(host("to/d/b"));
  writeFileSync(host("to/d/b"), "mine");
  mkdirSync(host("from/d/new"), { recursive: true });
  for (const name of ["from/d/b", "from/d/new/c"]) writeFileSync(host(name), "mine, too");
  const undone = await undoTask(done);
  expect(undone).toMatchObject({ state: "failed", facts: { restored: 1 } });
  expect(undone.failures.map(({ path: name, error }) => `${name} ${error}`).toSorted()).toEqual([
    "r/from/a file/not-found",
    // It is another one.
    "r/from/d/b file/changed",
    "r/from/d/new file/exists",
    "r/to/d/b file/exists",
  ]);
  expect(files()).toEqual([
    "from/d/b: mine, too",
    "from/d/new/c: mine, too",
    "to/a: to",
    "to/d/b: mine",
    "to/d/new/c: from",
    "to/d/stays: to",
  ]);
  expect(await origins()).toEqual(["r/to/d"]);
});

test("what was replaced and then deleted from the trash does not keep the rest from being undone", async () => {
  const done = await transfer("move");
  await fixture.end(await purgeTrash({ ids: (await listed()).map(({ id }) => id) }, fixture.ctx));
  expect(await undoTask(done)).toMatchObject({ state: "done", facts: { restored: 0 } });
  expect(files()).toEqual(before.filter((file) => !/to\/(?:a|d\/b)/.test(file)));
});

test("it is the trash of whoever did it, and nobody else's", async () => {
  await transfer("copy");
  const tom = { ...fixture.ctx, actor: actorOf("tom") };
  expect((await listTrash({ all: true, limit: 500 }, tom)).entries).toEqual([]);
  const ids = (await listed()).map(({ id }) => id);
  await expect(restoreTrash({ ids, conflict: "replace" }, tom)).rejects.toThrow("trash/gone");
});

test("restoring over something keeps that, too", async () => {
  await transfer("copy");
  const ids = (await listed()).filter(({ kind }) => kind === "file").map(({ id }) => id);
  const restored = await fixture.end(await restoreTrash({ ids, conflict: "replace" }, fixture.ctx));
  expect(restored).toMatchObject({ state: "done", replaced: 1, kept: 1 });
  expect(readFileSync(host("to/a"), "utf8")).toBe("to");
  expect(await origins()).toEqual(["r/to/a", "r/to/d"]);
});

test("what an upload in the browser overwrites is kept, and what breaks off overwrites nothing", async () => {
  const upload = (ctx: Ctx, name: string, text: string, signal = ctx.signal) =>
    keepOverwritten(at(name), { ctx }, (keeping) =>
      ctx.storage.write(at(name), Buffer.from(text), { conflict: "replace", ...keeping, signal }),
    );
  const { ctx } = fixture;
  await upload(ctx, "to/fresh", "fresh");
  expect(await ctx.db.trash.count()).toBe(0);
  await upload(ctx, "to/a", "by mia");
  // What breaks off has overwritten nothing; and where mia may not write she keeps nothing of another's either.
  await expect(upload(ctx, "to/a", "broken", AbortSignal.abort())).rejects.toThrow("request/cancelled");
  const reader = { ...ctx, storage: fixture.limited({ accessDirs: [""], readOnlyDirs: ["to"] }) };
  await expect(upload(reader, "to/a", "refused")).rejects.toThrow("file/read-only");
  expect(readFileSync(host("to/a"), "utf8")).toBe("by mia");
  expect(await origins()).toEqual(["r/to/a"]);
  const ids = (await listed()).map(({ id }) => id);
  await fixture.end(await restoreTrash({ ids, to: at(""), conflict: "fail" }, ctx));
  expect(readFileSync(host("a"), "utf8")).toBe("to");
  expect(await ctx.db.trash.count()).toBe(0);
});

test("what the uploads of one run have overwritten is undone together, once, by whoever uploaded", async () => {
  const { ctx } = fixture;
  const run = "aRunOfUploads016";
  for (const name of ["to/a", "to/d/b", "to/fresh"])
    await keepOverwritten(at(name), { ctx, run }, (keeping) =>
      ctx.storage.write(at(name), Buffer.from("new"), { conflict: "replace", ...keeping }),
    );
  const tom = { ...ctx, actor: actorOf("tom") };
  expect(await endUploads({ run }, tom)).toEqual({ id: null, count: 0, name: "" });
  const { id, count } = await endUploads({ run }, ctx);
  expect(count).toBe(2);
  expect(await endUploads({ run }, ctx)).toMatchObject({ id: null });
  const undone = await undoTask({ id: id ?? "" });
  expect(undone).toMatchObject({ state: "done", facts: { undone: "upload", restored: 2 } });
  expect(files().filter((file) => file.startsWith("to"))).toEqual([
    "to/a: to",
    "to/d/b: to",
    "to/d/stays: to",
    "to/fresh: new",
  ]);
  expect(await origins()).toEqual(["r/to/a", "r/to/d/b"]);
});

test("a run that overwrites a name more than once is undone to what was there before it, unless somebody else wrote in between", async () => {
  const { ctx } = fixture;
  const run = "aRunOfUploads017";
  const upload = (name: string, text: string) =>
    keepOverwritten(at(name), { ctx, run }, (keeping) =>
      ctx.storage.write(at(name), Buffer.from(text), { conflict: "replace", ...keeping }),
    );
  for (const text of ["one", "two", "three"])
    for (const name of ["to/a", "to/d/b"]) await upload(name, `${name} ${text}`);
  writeFileSync(host("to/d/b"), "of somebody else");
  await upload("to/d/b", "four");
  const { id } = await endUploads({ run }, ctx);
  const undone = await undoTask({ id: id ?? "" });
  expect(undone).toMatchObject({ state: "failed", facts: { restored: 2 } });
  expect(undone.failures).toEqual([{ path: "r/to/d/b", error: "file/changed" }]);
  expect(files().filter((file) => file.startsWith("to"))).toEqual([
    "to/a: to",
    "to/d/b: of somebody else",
    "to/d/stays: to",
  ]);
  expect(await origins()).toEqual([...Array<string>(3).fill("r/to/a"), ...Array<string>(4).fill("r/to/d/b")]);
});

test("with the trash off it is replaced for good, and a copy is not undone", async () => {
  await trashSetting.write({ ...keptFor30Days, on: false }, fixture.ctx);
  const done = await transfer("copy");
  expect(done).toMatchObject({ state: "done", replaced: 0, kept: 0 });
  expect(await listed()).toEqual([]);
  expect(existsSync(host(".filedeck-trash"))).toBe(false);
  await expect(undo({ id: done.id }, fixture.ctx)).rejects.toThrow("undo/gone");
});

test("a copy is undone only by somebody who may delete", async () => {
  const writer = { ...fixture.ctx, actor: { ...fixture.ctx.actor, permissions: new Set([]) } };
  const input = { files: [at("from/a")], to: at("to"), conflict: "replace" as const };
  const done = await fixture.end(await copyEntries(input, writer));
  expect(done).toMatchObject({ state: "done", replaced: 1, kept: 1, facts: { undoable: false } });
  await expect(undo({ id: done.id }, writer)).rejects.toThrow("undo/gone");
});

test("where no trash can be it is replaced for good, and counted", async () => {
  writeFileSync(host(".filedeck-trash"), "not a folder");
  expect(await transfer("copy")).toMatchObject({ state: "done", files: 3, replaced: 2, kept: 0 });
  expect(await fixture.ctx.db.trash.count()).toBe(0);
});

test("a kill between the two steps leaves it in one place, known", async () => {
  await transfer("copy");
  const rows = await listed();
  const shelf = (kind: string) =>
    path.join(host(".filedeck-trash/mia"), rows.find((row) => row.kind === kind)?.id ?? "");
  // As if killed after it got its second name and before something else took the first.
  for (const [name, kept] of [
    ["to/a", `${shelf("file")}/a`],
    ["to/d/b", `${shelf("folder")}/d/b`],
  ] as const) {
    unlinkSync(host(name));
    linkSync(kept, host(name));
  }
  await fixture.ctx.db.trash.updateMany({ data: { state: "moving" } });
  await reconcileTrash(fixture.ctx);
  expect(await fixture.ctx.db.trash.count()).toBe(0);
  expect(readdirSync(host(".filedeck-trash"))).toEqual([]);
  expect([readFileSync(host("to/a"), "utf8"), readFileSync(host("to/d/b"), "utf8")]).toEqual(["to", "to"]);
});
