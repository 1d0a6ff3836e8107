import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeEntries } from "@/lib/server/file/change-trees";
import { at } from "@/lib/server/storage/conformance/support";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { listTrash } from "./list-trash";
import { reconcileTrash } from "./sweep-trash";
import { makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashTasks } from "./trash-tasks";

setTaskKinds(trashTasks);

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  fs.writeFileSync(onDisk("a"), "a");
});
afterEach(() => {
  vi.restoreAllMocks();
  return fixture.close();
});

const onDisk = (name: string) => path.join(fixture.root, name);
const failure = (code: string) => Object.assign(new Error(code), { code });
const remove = async () => {
  const { state, failures } = await fixture.end(
    await removeEntries({ files: [at("a")], permanent: false }, fixture.ctx),
  );
  return { state, errors: failures.map(({ error }) => error) };
};
const listed = async () => (await listTrash({ all: true, limit: 9 }, fixture.ctx)).entries.map((one) => one.path);
const states = async () => (await fixture.ctx.db.trash.findMany()).map(({ state }) => state);

/** The rename into the trash; `isDone`: goes through. */
function failRename(code: string, { isDone }: { isDone: boolean }): void {
  const { rename } = sys;
  vi.spyOn(sys, "rename").mockImplementation(async (from, to) => {
    if (isDone) await rename(from, to);
    throw failure(code);
  });
}

test("what went to the trash with an error is there", async () => {
  failRename("EIO", { isDone: true });
  expect(await remove()).toEqual({ state: "done", errors: [] });
  expect([await listed(), await states()]).toEqual([["r/a"], ["there"]]);
});

test("what went to the trash, which then cannot be synced, is there", async () => {
  const { fsync } = sys;
  vi.spyOn(sys, "fsync").mockImplementation((fd) =>
    fs.existsSync(onDisk("a")) ? fsync(fd) : Promise.reject(failure("EIO")),
  );
  await remove();
  expect([await listed(), await states()]).toEqual([["r/a"], ["there"]]);
});

test("what cannot be looked at after an error is found when it can", async () => {
  failRename("EIO", { isDone: true });
  const { lstatIfAny } = sys;
  const spy = vi
    .spyOn(sys, "lstatIfAny")
    .mockImplementation((file) => (fs.existsSync(onDisk("a")) ? lstatIfAny(file) : Promise.reject(failure("EIO"))));
  expect(await remove()).toEqual({ state: "failed", errors: ["file/io"] });
  expect([await listed(), await states()]).toEqual([[], ["moving"]]);
  spy.mockRestore();
  await reconcileTrash(fixture.ctx);
  expect([await listed(), await states()]).toEqual([["r/a"], ["there"]]);
});

test("what has not answered may go there yet", async () => {
  failRename("ETIMEDOUT", { isDone: false });
  expect(await remove()).toEqual({ state: "failed", errors: ["file/no-answer"] });
  const [row] = await fixture.ctx.db.trash.findMany();
  if (row === undefined) throw new Error("no record");
  fs.mkdirSync(row.folder, { recursive: true, mode: 0o700 });
  fs.renameSync(onDisk("a"), path.join(row.folder, "a"));
  await reconcileTrash(fixture.ctx);
  expect([await listed(), await states()]).toEqual([["r/a"], ["there"]]);
});

test("what stayed where it was leaves no record, with a trash or without one", async () => {
  failRename("EIO", { isDone: false });
  expect(await remove()).toEqual({ state: "failed", errors: ["file/io"] });
  expect(await states()).toEqual([]);
  fs.rmSync(onDisk(".filedeck-trash"), { recursive: true });
  vi.spyOn(sys, "mkdir").mockImplementation(() => Promise.reject(failure("EIO")));
  expect(await remove()).toEqual({ state: "failed", errors: ["file/io"] });
  expect([await states(), fs.readFileSync(onDisk("a"), "utf8")]).toEqual([[], "a"]);
});
