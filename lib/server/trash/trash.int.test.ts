import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { at, treeOptions, type Limits } from "@/lib/server/storage/conformance/support";
import { undo } from "@/lib/server/undo/undo";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { listTrash, offerTrash } from "./list-trash";
import { emptyTrash, purgeTrash } from "./purge-trash";
import { restoreTrash } from "./restore-trash";
import { reconcileTrash, sweepTrash } from "./sweep-trash";
import { actorOf, keptFor30Days, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashedPlaceOf } from "./trash-row";
import { trashSetting } from "./trash-setting";

setUndoableKinds();

let fixture: TrashFixture;
let ctx: Ctx;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  ctx = fixture.ctx;
  mkdirSync(path.join(fixture.root, "d/sub"), { recursive: true });
  for (const name of ["a", "b", "sub/c"]) writeFileSync(path.join(fixture.root, "d", name), name);
});
afterEach(() => fixture.close());

const as = (userId: string, { isRoot = false, limits }: { isRoot?: boolean; limits?: Limits } = {}): Ctx => ({
  ...ctx,
  actor: actorOf(userId, isRoot),
  storage: limits ? fixture.limited(limits) : ctx.storage,
});
const end: TrashFixture["end"] = (...given) => fixture.end(...given);
const remove = async (...names: string[]) =>
  end(await removeEntries({ files: names.map((name) => at(name)), permanent: false }, ctx));
const list = (who = ctx, all = false) => listTrash({ all, limit: 500 }, who);
const ids = async (who = ctx) => (await list(who)).entries.map(({ id }) => id);
const read = (name: string) => readFileSync(path.join(fixture.root, name), "utf8");

test("deleted entries are listed, counted and come back where they were", async () => {
  expect(await remove("d/a", "d/sub", "d/none")).toMatchObject({
    kind: "trash",
    state: "failed",
    files: 2,
    failures: [{ path: "r/d/none", error: "file/not-found" }],
  });
  const { entries, count } = await list();
  expect(count).toBe(2);
  expect(
    entries.map(({ path: from, kind, owner }) => [from, kind, owner]).toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual([
    ["r/d/a", "file", "mia"],
    ["r/d/sub", "folder", "mia"],
  ]);
  await expect.poll(async () => (await list()).bytes).toBe(6);
  await ctx.storage.remove(at("d"), treeOptions());
  const restored = await end(await restoreTrash({ ids: await ids(), conflict: "fail" }, ctx));
  expect(restored).toMatchObject({ kind: "restore", state: "done", files: 2 });
  expect([read("d/a"), read("d/sub/c")]).toEqual(["a", "sub/c"]);
  expect((await list()).count).toBe(0);
});

test("restores elsewhere and by the policy; what stays is still listed", async () => {
  await remove("d/a");
  writeFileSync(path.join(fixture.root, "d/a"), "new");
  const [id = ""] = await ids();
  const refused = await end(await restoreTrash({ ids: [id], conflict: "fail" }, ctx));
  expect(refused).toMatchObject({ state: "failed", error: "file/exists" });
  expect((await list()).count).toBe(1);
  await end(await restoreTrash({ ids: [id], to: at(""), conflict: "rename" }, ctx));
  expect([read("a"), read("d/a")]).toEqual(["a", "new"]);
});

test("nobody but its owner and root has it, and rights are those of now", async () => {
  await remove("d/a");
  const [id = ""] = await ids();
  expect((await list(as("tom"), true)).count).toBe(0);
  await expect(restoreTrash({ ids: [id], conflict: "fail" }, as("tom"))).rejects.toThrow("trash/gone");
  await expect(purgeTrash({ ids: [id] }, as("tom"))).rejects.toThrow("trash/gone");
  const reader = as("mia", { limits: { accessDirs: [""], readOnlyDirs: ["d"] } });
  const refused = await end(await restoreTrash({ ids: [id], conflict: "fail" }, reader));
  expect(refused).toMatchObject({ state: "failed", error: "file/read-only" });
  const root = as("tom", { isRoot: true });
  expect((await list(root, true)).entries[0]).toMatchObject({ owner: "mia", path: "r/d/a" });
  expect((await list(root)).count).toBe(0);
  expect(await end(await restoreTrash({ ids: [id], conflict: "fail" }, root), root)).toMatchObject({ state: "done" });
});

test("what lay in a folder that is denied to its owner since is neither listed nor given back, by an undo neither", async () => {
  const { id: undoId } = await remove("d/sub/c", "d/a");
  const all = await ids();
  const denied = as("mia", { limits: { accessDirs: [""], denyDirs: ["d/sub"] } });
  const { entries: seen, count, bytes } = await list(denied);
  expect([count, bytes]).toEqual([1, seen[0]?.size]);
  expect(seen.map(({ path: from }) => from)).toEqual(["r/d/a"]);
  const hidden = all.filter((id) => id !== seen[0]?.id);
  await expect(restoreTrash({ ids: hidden, to: at(""), conflict: "fail" }, denied)).rejects.toThrow("trash/gone");
  expect(await end(await undo({ id: undoId }, denied), denied)).toMatchObject({ state: "done", files: 1 });
  expect(await ids()).toEqual(hidden);
  // Nor does the folder around it, which holds the same.
  await remove("d/sub");
  expect(await ids(denied)).toEqual([]);
  await end(await emptyTrash({ all: false }, denied), denied);
  expect(await ids()).toEqual([]);
});

test("deletes for good, one or all", async () => {
  await remove("d/a", "d/b", "d/sub");
  const [id = ""] = await ids();
  expect(await end(await purgeTrash({ ids: [id] }, ctx))).toMatchObject({ kind: "delete", state: "done" });
  expect((await list()).count).toBe(2);
  await end(await emptyTrash({ all: false }, ctx));
  expect((await list()).count).toBe(0);
  expect(readdirSync(path.join(fixture.root, ".filedeck-trash"))).toEqual([]);
});

test("with the trash off, or asked for, it is gone", async () => {
  expect(await offerTrash({ path: at("d") }, ctx)).toEqual({ state: "on", days: 30 });
  await end(await removeEntries({ files: [at("d/a")], permanent: true }, ctx));
  await trashSetting.write({ ...keptFor30Days, on: false }, ctx);
  expect(await offerTrash({ path: at("d") }, ctx)).toEqual({ state: "off", days: 30 });
  expect(await remove("d/b")).toMatchObject({ kind: "delete", state: "done" });
  expect((await list()).count).toBe(0);
  expect(existsSync(path.join(fixture.root, ".filedeck-trash"))).toBe(false);
});

test("where no trash can be it says so and deletes nothing", async () => {
  writeFileSync(path.join(fixture.root, ".filedeck-trash"), "not a folder");
  expect(await offerTrash({ path: at("d") }, ctx)).toMatchObject({ state: "unavailable" });
  expect(await remove("d/a", "d/b")).toMatchObject({ state: "failed", failureCount: 2, files: 0 });
  await expect(remove("d/a")).rejects.toThrow("trash/unavailable");
  expect(readdirSync(path.join(fixture.root, "d"))).toEqual(["a", "b", "sub"]);
});

test("undo gives back what was deleted, moved and renamed, once, and overwrites nothing", async () => {
  const deleted = await remove("d/a", "d/b");
  writeFileSync(path.join(fixture.root, "d/b"), "new");
  expect(await end(await undo({ id: deleted.id }, ctx))).toMatchObject({
    kind: "undo",
    state: "failed",
    files: 1,
    failures: [{ path: "r/d/b", error: "file/exists" }],
  });
  expect([read("d/a"), read("d/b")]).toEqual(["a", "new"]);
  await expect(undo({ id: deleted.id }, ctx)).rejects.toThrow("undo/gone");

  mkdirSync(path.join(fixture.root, "to/sub"), { recursive: true });
  writeFileSync(path.join(fixture.root, "to/sub/c"), "mine");
  const files = [at("d/a"), at("d/sub")];
  const moved = await end(await moveEntries({ files, to: at("to"), conflict: "skip" }, ctx));
  expect(readdirSync(path.join(fixture.root, "d"))).toEqual(["b", "sub"]);
  await expect(undo({ id: moved.id }, as("tom"))).rejects.toThrow("undo/gone");
  expect(await end(await undo({ id: moved.id }, ctx))).toMatchObject({ state: "done", files: 1 });
  expect([read("d/a"), read("d/sub/c"), read("to/sub/c")]).toEqual(["a", "sub/c", "mine"]);

  // Its name "sub" counts as a name of a file, too.
  const newName = "renamed" as Parameters<typeof renameEntry>[0]["newName"];
  const { undo_id } = await renameEntry({ path: at("d/sub"), newName }, ctx);
  await end(await undo({ id: undo_id ?? "" }, ctx));
  expect(read("d/sub/c")).toBe("sub/c");
});

test("a merged move goes back file by file into folders that are made again", async () => {
  mkdirSync(path.join(fixture.root, "to/d"), { recursive: true });
  const moved = await end(await moveEntries({ files: [at("d")], to: at("to"), conflict: "replace" }, ctx));
  expect([readdirSync(path.join(fixture.root, "to/d")), existsSync(path.join(fixture.root, "d"))]).toEqual([
    ["a", "b", "sub"],
    false,
  ]);
  await end(await undo({ id: moved.id }, ctx));
  expect([read("d/a"), read("d/sub/c")]).toEqual(["a", "sub/c"]);
  expect(readdirSync(path.join(fixture.root, "to/d"))).toEqual([]);
});

test("names that are not UTF-8 come back as they were", async () => {
  const odd = Buffer.concat([Buffer.from(path.join(fixture.root, "d/")), Buffer.from([0xff, 0x20, 0x0a, 0x25])]);
  writeFileSync(odd, "odd");
  const name = "r/d/\udcff \n%" as VirtualPath; // as the storage lists it
  await end(await removeEntries({ files: [name], permanent: false }, ctx));
  expect(existsSync(odd)).toBe(false);
  expect((await list()).entries[0]).toMatchObject({ path: name, name: "\udcff \n%" });
  await end(await restoreTrash({ ids: await ids(), conflict: "fail" }, ctx));
  expect(readFileSync(odd, "utf8")).toBe("odd");
});

test("old entries are swept, and the oldest where there is too much; today's are spared", async () => {
  await remove("d/a");
  await remove("d/b");
  await remove("d/sub");
  await expect.poll(async () => (await list()).bytes).toBe(7);
  const now = Date.now();
  await sweepTrash(ctx, now + 29 * 86_400_000);
  expect((await list()).count).toBe(3);
  const [newest = ""] = await ids();
  await ctx.db.trash.update({ where: { id: newest }, data: { deletedAt: new Date(now + 1) } });
  await trashSetting.write({ ...keptFor30Days, days: 0, bytes: 6 }, ctx);
  await sweepTrash(ctx, now);
  expect((await list()).count).toBe(3);
  await sweepTrash(ctx, now + 2 * 86_400_000);
  expect((await list()).count).toBe(2);
  await trashSetting.write({ ...keptFor30Days, days: 2 }, ctx);
  await sweepTrash(ctx, now + 2 * 86_400_000 + 1_000);
  expect(await ids()).toEqual([]);
});

test("a kill between record and rename leaves every entry in one place, known", async () => {
  await remove("d/a", "d/b", "d/sub");
  const states = Object.fromEntries((await list()).entries.map(({ name, id }) => [name, id]));
  const folder = (id = "") => path.join(fixture.root, ".filedeck-trash/mia", id);
  const set = (id = "", state = "") => ctx.db.trash.update({ where: { id }, data: { state } });
  // Killed after the rename; after the record; after it was restored.
  await set(states["a"], "moving");
  await set(states["b"], "moving");
  renameSync(path.join(folder(states["b"]), "b"), path.join(fixture.root, "d/b"));
  await set(states["sub"], "restoring");
  renameSync(path.join(folder(states["sub"]), "sub"), path.join(fixture.root, "d/sub"));
  await reconcileTrash(ctx);
  expect((await list()).entries.map(({ name }) => name)).toEqual(["a"]);
  expect(readdirSync(path.join(fixture.root, "d"))).toEqual(["b", "sub"]);
  expect(readdirSync(path.join(fixture.root, ".filedeck-trash/mia"))).toEqual([states["a"]]);
  // Killed while it was deleted for good.
  await set(states["a"], "purging");
  expect((await list()).count).toBe(0);
  await sweepTrash(ctx);
  expect(await ctx.db.trash.count()).toBe(0);
});

test("what vanished with its trash is forgotten by whoever deletes it there, and at the end of its time", async () => {
  await remove("d/a");
  await remove("d/b");
  rmSync(path.join(fixture.root, ".filedeck-trash"), { recursive: true });
  const [first = ""] = await ids();
  expect(await end(await purgeTrash({ ids: [first] }, ctx))).toMatchObject({ state: "done", failureCount: 0 });
  expect(await ids()).toHaveLength(1);
  await sweepTrash(ctx, Date.now() + 29 * 86_400_000);
  expect(await ids()).toHaveLength(1);
  await sweepTrash(ctx, Date.now() + 31 * 86_400_000);
  expect(await ctx.db.trash.count()).toBe(0);
});

test("while a volume is away its entries stay known", async () => {
  await remove("d/a");
  renameSync(fixture.root, path.join(fixture.base, "away"));
  mkdirSync(fixture.root);
  await ctx.db.trash.updateMany({ data: { state: "moving" } });
  await reconcileTrash(ctx);
  await sweepTrash(ctx, Date.now() + 40 * 86_400_000);
  expect(await ctx.db.trash.count()).toBe(1);
  rmdirSync(fixture.root);
  renameSync(path.join(fixture.base, "away"), fixture.root);
  await reconcileTrash(ctx);
  await end(await restoreTrash({ ids: await ids(), conflict: "fail" }, ctx));
  expect(read("d/a")).toBe("a");
});

test("what could not be deleted for good is in the trash as before, as far as it is left", async ({ skip }) => {
  const kept = path.join(fixture.root, "d/sub/c");
  try {
    execFileSync("chattr", ["+i", kept], { stdio: "ignore" });
  } catch {
    skip("this disk has no files that cannot be deleted");
  }
  await remove("d/sub");
  const inTrash = path.join(trashedPlaceOf(await ctx.db.trash.findFirstOrThrow()), "c");
  onTestFinished(() => void spawnSync("chattr", ["-i", kept, inTrash], { stdio: "ignore" }));
  const deleted = await ids();
  expect(await end(await purgeTrash({ ids: deleted }, ctx))).toMatchObject({ state: "failed", failureCount: 1 });
  expect(await ids()).toEqual(deleted);
  execFileSync("chattr", ["-i", inTrash]);
  expect(await end(await restoreTrash({ ids: deleted, conflict: "fail" }, ctx))).toMatchObject({ state: "done" });
  expect(read("d/sub/c")).toBe("sub/c");
});
