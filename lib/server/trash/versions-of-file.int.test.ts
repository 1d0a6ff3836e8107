import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EntryName } from "@/lib/shared/paths";
import { moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { fileTasks } from "@/lib/server/file/file-tasks";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { saveText } from "@/lib/server/file/save-text";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { listVersions, restoreVersion } from "./file-versions";
import { keepOverwritten } from "./keep-overwritten";
import { listTrash } from "./list-trash";
import { restoreTrash } from "./restore-trash";
import { actorOf, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashTasks } from "./trash-tasks";

setTaskKinds([...trashTasks, ...fileTasks]);

let fixture: TrashFixture;
let mia: Ctx;
let tom: Ctx;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  mia = fixture.ctx;
  tom = { ...mia, actor: actorOf("tom") };
  mkdirSync(host("hr"));
  writeFileSync(host("hr/pay"), "secret");
  await save("public");
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
const save = (context: string, who = mia, name = "hr/pay") =>
  saveText({ path: at(name), context: "", is_sys_path: false }, who, { pieces: () => [context] });
const sizes = async (who: Ctx, name = "hr/pay") =>
  (await listVersions({ path: at(name) }, who)).versions.map(({ size }) => size);
const remove = async (name: string, permanent: boolean) =>
  fixture.end(await removeEntries({ files: [at(name)], permanent }, mia), mia);
const create = (text: string, who: Ctx) => who.storage.write(at("hr/pay"), Buffer.from(text), { conflict: "fail" });

test.each<[string, () => Promise<unknown>]>([
  ["was deleted for good with its folder", () => remove("hr", true)],
  ["was put into the trash with its folder", () => remove("hr", false)],
  ["was deleted by another program", async () => rmSync(host("hr"), { recursive: true })],
  ["was moved away by another program", async () => renameSync(host("hr"), host("old"))],
])("who makes a file of the name of one that %s sees nothing of what that was", async (how, take) => {
  const [known] = (await listVersions({ path: at("hr/pay") }, tom)).versions;
  expect(known).toMatchObject({ size: 6 });
  await take();
  mkdirSync(host("hr"));
  await create("by tom", tom);
  expect(await sizes(tom)).toEqual([]);
  await expect(restoreVersion({ path: at("hr/pay"), version: known?.id ?? "" }, tom)).rejects.toThrow("trash/gone");
  // What they save themselves begins anew, and pushes out none of the others.
  for (const [index, text] of ["one", "two", "three", "four", "five"].entries()) {
    await save(text, tom);
    const where = { ownerId: "tom", deletedAt: { gt: new Date(1000) } };
    await mia.db.trash.updateMany({ where, data: { deletedAt: new Date(index) } });
  }
  expect(await sizes(tom)).toHaveLength(3);
  // It lies in the trash of whoever kept it; shown to them where it is not there with its file.
  expect((await sizes(mia)).includes(6)).toBe(how !== "was put into the trash with its folder");
});

test("another file that is put in its place by another program has none of its versions", async () => {
  writeFileSync(host("hr/new"), "edited");
  renameSync(host("hr/new"), host("hr/pay"));
  expect([await sizes(tom), await sizes(mia)]).toEqual([[], [6]]);
  await save("by tom", tom);
  expect(await sizes(tom)).toEqual([6]);
  expect(await mia.db.trash.count({ where: { versionFile: null } })).toBe(0);
});

test("all who may write there see the history of a file that they save in turn, also saves that keep no version", async () => {
  await save("more public");
  await save("by tom", tom);
  await save("by tom again", tom);
  expect([await sizes(tom), await sizes(mia)]).toEqual([
    [11, 6],
    [11, 6],
  ]);
  symlinkSync("pay", host("hr/link"));
  await save("through a link", mia, "hr/link");
  expect(await sizes(tom)).toEqual([11, 6]);
});

const upload = (text: string, ctx: Ctx) =>
  keepOverwritten(at("hr/pay"), { ctx, run: undefined }, (keeping) =>
    ctx.storage.write(at("hr/pay"), Buffer.from(text), { conflict: "replace", ...keeping }),
  );

test("what is uploaded over a file is the same file, by a person as by a program", async () => {
  await upload("uploaded", mia);
  expect(await sizes(tom)).toEqual([6]);
  const program = { ...mia, actor: { ...mia.actor, sessionId: null } };
  await upload("again", program);
  // What a person has uploaded is none of what the saves before it have kept.
  expect(await sizes(tom)).toEqual([8, 6]);
  await mia.db.trash.updateMany({ data: { deletedAt: new Date(0) } });
  await upload("later", program);
  expect(new Set(await sizes(tom))).toEqual(new Set([5, 6, 8]));
});

test("its versions are there again when it comes back from the trash, and go along when it moves", async () => {
  await remove("hr", false);
  const { entries } = await listTrash({ all: false, limit: 10 }, mia);
  const ids = entries.filter(({ version }) => !version).map(({ id }) => id);
  await fixture.end(await restoreTrash({ ids, conflict: "fail" }, mia), mia);
  expect(await sizes(tom)).toEqual([6]);
  await renameEntry({ path: at("hr"), newName: "people" as EntryName }, mia);
  expect(await sizes(tom, "people/pay")).toEqual([6]);
  mkdirSync(host("to"));
  await fixture.end(await moveEntries({ files: [at("people/pay")], to: at("to"), conflict: "fail" }, mia), mia);
  expect(await sizes(tom, "to/pay")).toEqual([6]);
  const [version] = (await listVersions({ path: at("to/pay") }, tom)).versions;
  await restoreVersion({ path: at("to/pay"), version: version?.id ?? "" }, tom);
  expect(await sizes(mia, "to/pay")).toEqual([6, 6]);
});

test("versions of which nobody noted the file are shown to whoever kept them", async () => {
  await mia.db.trash.updateMany({ data: { versionFile: null } });
  expect([await sizes(tom), await sizes(mia)]).toEqual([[], [6]]);
});

test("its versions go where it comes back from the trash to, and not those of another that has its place", async () => {
  mkdirSync(host("to/hr"), { recursive: true });
  const trashed = async () => {
    const { entries } = await listTrash({ all: false, limit: 10 }, mia);
    return entries.filter(({ version }) => !version).map(({ id }) => id);
  };
  await remove("hr/pay", false);
  await mia.db.trash.updateMany({ data: { deletedAt: new Date(Date.now() - 600_000) } });
  await create("another", mia);
  await save("saved");
  await fixture.end(await restoreTrash({ ids: await trashed(), to: at("to/hr"), conflict: "fail" }, mia), mia);
  expect([await sizes(tom, "to/hr/pay"), await sizes(mia)]).toEqual([[6], [7]]);
  // A folder, merged into another one.
  await remove("hr", false);
  rmSync(host("to/hr/pay"));
  await fixture.end(await restoreTrash({ ids: await trashed(), to: at("to"), conflict: "skip" }, mia), mia);
  expect(await sizes(tom, "to/hr/pay")).toEqual([7]);
});
