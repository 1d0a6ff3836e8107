import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyEntries, moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { saveText } from "@/lib/server/file/save-text";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at, outcomeOf } from "@/lib/server/storage/conformance/support";
import { undo } from "@/lib/server/undo/undo";
import type { EntryName } from "@/lib/shared/paths";
import { listVersions, restoreVersion } from "./file-versions";
import { keepOverwritten } from "./keep-overwritten";
import { listTrash } from "./list-trash";
import { restoreTrash } from "./restore-trash";
import { actorOf, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { endUploads } from "./upload-runs";

setUndoableKinds();

let fixture: TrashFixture;
/** May change what is in `b`, and has a shell there. */
let mia: Ctx;
let root: Ctx;
/** What the link leads to. */
let target: string;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  target = path.join(fixture.root, "target");
  for (const folder of ["b/x/deep", "arch", "target"]) mkdirSync(host(folder), { recursive: true });
  for (const name of ["b/x/job", "b/x/deep/job", "arch/other"]) writeFileSync(host(name), name);
  mia = { ...fixture.ctx, storage: fixture.limited({ accessDirs: ["b"] }) };
  // A task asks every few seconds whether its owner may go on, with the same folders.
  await fixture.ctx.db.user.update({ where: { id: "tom" }, data: { isRoot: true } });
  root = { ...fixture.ctx, actor: { ...actorOf("tom", true), scopes: null } };
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
const inTarget = () => readdirSync(target);
const byName = (one: string, other: string) => (one < other ? -1 : 1);
const errors = async (started: { taskId: string }, who: Ctx) =>
  (await fixture.end(started, who)).failures.map(({ error }) => error);
const move = async (name: string, to: string, who: Ctx) => {
  const started = await moveEntries({ files: [at(name)], to: at(to), conflict: "fail" }, who);
  await fixture.end(started, who);
  return started.taskId;
};
const undoAs = async (id: string, who: Ctx) => errors(await undo({ id }, who), who);
/** As its owner can at any time with a shell. */
function swap(folder: string): void {
  renameSync(host(folder), host("b/aside"));
  symlinkSync(target, host(folder));
}
async function restoreAll(who: Ctx, to?: string) {
  const { entries } = await listTrash({ all: true, limit: 10 }, who);
  const ids = entries.map(({ id }) => id);
  return errors(await restoreTrash({ ids, conflict: "fail", ...(to === undefined ? {} : { to: at(to) }) }, who), who);
}

test.each([
  ["the folder itself", "b/x", "b/x/job"],
  ["a folder on the way", "b/x", "b/x/deep/job"],
])("nothing is restored through a link that was put in place of %s since", async (_, folder, file) => {
  await fixture.end(await removeEntries({ files: [at(file)], permanent: false }, mia), mia);
  swap(folder);
  expect(await restoreAll(root)).toEqual(["file/place-changed"]);
  expect(inTarget()).toEqual([]);
  // It is not lost.
  expect(await restoreAll(root, "arch")).toEqual([]);
  expect(existsSync(host("arch/job"))).toBe(true);
});

test("its owner is told so, too, where they may write to what the link leads to", async () => {
  await fixture.end(await removeEntries({ files: [at("b/x/job")], permanent: false }, root), root);
  mkdirSync(host("b/own"));
  renameSync(host("b/x"), host("b/aside"));
  symlinkSync("own", host("b/x"));
  expect(await restoreAll(root)).toEqual(["file/place-changed"]);
  expect(readdirSync(host("b/own"))).toEqual([]);
});

test("what was deleted by way of a link that is still the same comes back, also into folders made again", async () => {
  symlinkSync("x", host("b/link"));
  await fixture.end(await removeEntries({ files: [at("b/link/deep/job")], permanent: false }, mia), mia);
  rmdirSync(host("b/x/deep"));
  expect(await restoreAll(mia)).toEqual([]);
  expect(readFileSync(host("b/x/deep/job"), "utf8")).toBe("b/x/deep/job");
});

test("an undone move or renaming ends where it began, or nowhere", async () => {
  const moved = await move("b/x/job", "arch", root);
  const { undo_id: renamed } = await renameEntry({ path: at("b/x/deep"), newName: "flat" as EntryName }, root);
  swap("b/x");
  expect(await undoAs(moved, root)).toEqual(["file/place-changed"]);
  mkdirSync(host("target/flat"));
  expect(await undoAs(renamed ?? "", root)).toEqual(["file/place-changed"]);
  expect(inTarget()).toEqual(["flat"]);
});

test("an undone move takes nothing from where a link leads since", async () => {
  const moved = await move("arch/other", "b/x", root);
  swap("b/x");
  writeFileSync(host("target/other"), "not that one");
  expect(await undoAs(moved, root)).toEqual(["file/place-changed"]);
  expect([inTarget(), readdirSync(host("arch"))]).toEqual([["other"], []]);
});

test("an undone copy, and undone uploads, take nothing from where a link leads since", async () => {
  const who = { ...root, actor: { ...root.actor, sessionId: "one" } };
  const started = await copyEntries({ files: [at("arch/other")], to: at("b/x"), conflict: "fail" }, who);
  await fixture.end(started, who);
  const run = "a".repeat(16);
  await keepOverwritten(at("b/x/job"), { ctx: who, run }, (keeping) =>
    who.storage.write(at("b/x/job"), Buffer.from("new"), { conflict: "replace", ...keeping }),
  );
  const uploads = await endUploads({ run }, who);
  swap("b/x");
  for (const name of ["other", "job"]) writeFileSync(path.join(target, name), "not that one");
  expect(await undoAs(started.taskId, who)).toEqual(["file/place-changed"]);
  expect(await undoAs(uploads.id ?? "", who)).toEqual(["file/place-changed"]);
  expect(inTarget().toSorted(byName)).toEqual(["job", "other"]);
});

test("a version is not written through a link that has its file's name", async () => {
  const save = (context: string) =>
    saveText({ path: at("b/x/job"), context: "", is_sys_path: false }, mia, { pieces: () => [context] });
  await save("two");
  const { versions } = await listVersions({ path: at("b/x/job") }, root);
  const version = versions[0]?.id ?? "";
  renameSync(host("b/x/job"), host("b/aside"));
  writeFileSync(path.join(target, "victim"), "precious");
  symlinkSync(path.join(target, "victim"), host("b/x/job"));
  const input = { path: at("b/x/job"), version };
  expect(await outcomeOf(restoreVersion(input, root))).toBe("file/not-file");
  expect(await outcomeOf(listVersions(input, root))).toBe("file/not-file");
  // Put there while the file was looked at.
  renameSync(host("b/x/job"), host("b/link"));
  renameSync(host("b/aside"), host("b/x/job"));
  const inBetween = root.db.trash.findFirst.bind(root.db.trash);
  vi.spyOn(root.db.trash, "findFirst").mockImplementation(((query: never) => {
    renameSync(host("b/link"), host("b/x/job"));
    return inBetween(query);
  }) as never);
  expect(await outcomeOf(restoreVersion(input, root))).toBe("file/place-changed");
  expect(readFileSync(path.join(target, "victim"), "utf8")).toBe("precious");
});

test("notes of earlier versions, which say nothing of what was there, are not undone", async () => {
  const moved = await move("b/x/job", "arch", root);
  const again = await move("b/x/deep", "arch", root);
  for (const [id, from, to] of [
    [moved, "r/b/x/job", "r/arch/job"],
    [again, "r/b/x/deep", "r/arch/deep"],
  ] as const)
    await root.db.undo.update({ where: { id }, data: { what: { kind: "move", pairs: [{ from, to }] } } });
  expect(await undoAs(again, root)).toEqual(["file/changed"]);
  expect(existsSync(host("arch/deep/job"))).toBe(true);
  swap("b/x");
  expect(await undoAs(moved, root)).toEqual(["file/changed"]);
  expect(inTarget()).toEqual([]);
});
