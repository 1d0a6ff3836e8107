import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";
import { useTrashHost } from "@/lib/server/storage/sftp/sftp-trash-fixture";
import { restoreTrash } from "@/lib/server/trash/restore-trash";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { undo } from "@/lib/server/undo/undo";
import { moveEntries, removeEntry } from "./change-trees";
import { setUndoableKinds } from "./undo-fixture";

setUndoableKinds();

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: "utf8" });
const modeOf = (file: string) => (statSync(file).mode & 0o7777).toString(8);

/** Names, modes, owners, times of folders, attributes and ACLs of everything below. */
const describeTree = (folder: string) =>
  run(
    "sh",
    "-c",
    `cd "$1" && find . -printf '%P %y %m %U %G\\n' | sort && find . -mindepth 1 -type d -printf '%P %T@\\n' | sort
    getfattr -R -d -m - . 2>/dev/null | sort`,
    "sh",
    folder,
  );

function plant(src: string): void {
  for (const name of ["secret/in", "secret/empty"]) mkdirSync(path.join(src, name), { recursive: true });
  writeFileSync(path.join(src, "secret/t"), "readable by everybody who comes this far");
  writeFileSync(path.join(src, "secret/in/f"), "f");
  const secret = path.join(src, "secret");
  run("chown", "-R", "1000:1000", secret);
  chmodSync(path.join(secret, "in"), 0o700);
  chmodSync(secret, 0o2750);
  run("touch", "-d", "2001-02-03 04:05:06", path.join(secret, "in"), path.join(secret, "empty"), secret);
}

const moving = async (ctx: Ctx, name: string, to: string) =>
  fixture.end(await moveEntries({ files: [at(name)], to: at(to), conflict: "replace" }, ctx));
const undoing = async (ctx: Ctx, id: string) => fixture.end(await undo({ id }, ctx));

test("folders that were merged away come back as they were: owner, mode, ACL, attributes, time, and empty ones", async () => {
  const src = path.join(fixture.root, "src");
  plant(src);
  run("setfacl", "-m", "u:1001:rx,d:u:1002:r", path.join(src, "secret"));
  run("setfattr", "-n", "user.note", "-v", "hi", path.join(src, "secret"));
  run("touch", "-d", "2001-02-03 04:05:06", path.join(src, "secret"));
  for (const name of ["dst/secret/in", "dst/secret/empty"])
    mkdirSync(path.join(fixture.root, name), { recursive: true });
  const before = describeTree(src);
  const { id } = await moving(fixture.ctx, "src/secret", "dst");
  expect(readdirSync(src)).toEqual([]);
  expect(await undoing(fixture.ctx, id)).toMatchObject({ state: "done", failures: [], files: 2 });
  expect(describeTree(src)).toBe(before);
  // What stood there before stays.
  expect(readdirSync(path.join(fixture.root, "dst/secret")).toSorted()).toEqual(["empty", "in"]);
});

test("so do those of a move to another disk of which something failed, and nothing stays there", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const ctx = { ...fixture.ctx, storage };
  const src = path.join(root, "src");
  plant(src);
  run("mkfifo", path.join(src, "fifo"));
  const before = describeTree(src);
  const { id, failureCount } = await moving(ctx, "src", "other");
  expect([failureCount, readdirSync(src)]).toEqual([1, ["fifo"]]);
  expect(existsSync(path.join(other, "src/secret/empty"))).toBe(true);
  expect(await undoing(ctx, id)).toMatchObject({ state: "done", failures: [], files: 2 });
  expect(describeTree(src)).toBe(before);
  expect(readdirSync(other)).toEqual([]);
});

test("a folder that was made for a move stays with what somebody has put there, and that is told", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const ctx = { ...fixture.ctx, storage };
  const src = path.join(root, "src");
  plant(src);
  run("mkfifo", path.join(src, "fifo"));
  const { id } = await moving(ctx, "src", "other");
  writeFileSync(path.join(other, "src/secret/in/theirs"), "theirs");
  const { failures } = await undoing(ctx, id);
  expect(failures).toEqual([{ path: "r/other/src/secret/in", error: "file/not-empty" }]);
  expect(readFileSync(path.join(other, "src/secret/in/theirs"), "utf8")).toBe("theirs");
  expect(readdirSync(path.join(src, "secret")).toSorted()).toEqual(["empty", "in", "t"]);
});

test("a merge that only removes empty folders is undone", async () => {
  const { root, ctx } = fixture;
  for (const name of ["hollow/src/d/empty", "hollow/dst/d/empty"])
    mkdirSync(path.join(root, name), { recursive: true });
  chmodSync(path.join(root, "hollow/src/d/empty"), 0o750);
  run("touch", "-d", "2001-02-03 04:05:06", ...["d/empty", "d"].map((name) => path.join(root, "hollow/src", name)));
  const before = describeTree(path.join(root, "hollow/src"));
  const { id } = await moving(ctx, "hollow/src/d", "hollow/dst");
  expect(readdirSync(path.join(root, "hollow/src"))).toEqual([]);
  expect(await undoing(ctx, id)).toMatchObject({ state: "done", failures: [] });
  expect(describeTree(path.join(root, "hollow/src"))).toBe(before);
});

test("what got another name on another disk has its own again where it was", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const ctx = { ...fixture.ctx, storage };
  mkdirSync(path.join(root, "d"));
  for (const name of ["f", "d/in", "other/f"]) writeFileSync(path.join(root, name), name);
  mkdirSync(path.join(other, "d"));
  const files = [at("f"), at("d")];
  const { id } = await fixture.end(await moveEntries({ files, to: at("other"), conflict: "rename" }, ctx));
  expect(readdirSync(other).toSorted()).toEqual(["d", "d (2)", "f", "f (2)"]);
  expect(await undoing(ctx, id)).toMatchObject({ state: "done", failures: [] });
  expect(readdirSync(other).toSorted()).toEqual(["d", "f"]);
  expect(["f", "d/in"].map((name) => readFileSync(path.join(root, name), "utf8"))).toEqual(["f", "d/in"]);
});

test("an undo across disks that was broken off tells no failure of what is back when it is asked again", async ({
  skip,
}) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const ctx = { ...fixture.ctx, storage };
  for (const folder of ["T/in", "other/T/in"]) mkdirSync(path.join(root, folder), { recursive: true });
  const names = Array.from({ length: 300 }, (_, index) => `${index % 2 === 0 ? "in/" : ""}f${index}`);
  for (const name of names) writeFileSync(path.join(root, "T", name), name);
  symlinkSync("f1", path.join(root, "T/link"));
  const { id } = await moving(ctx, "T", "other");
  const { taskId } = await undo({ id }, ctx);
  while (!names.some((name) => existsSync(path.join(root, "T", name)))) await wait(1);
  runningTasks.get(taskId)?.cancel();
  const first = await fixture.end({ taskId });
  const again = first.state === "done" ? first : await undoing(ctx, id);
  expect(again).toMatchObject({ state: "done", failures: [], failureCount: 0 });
  expect(names.map((name) => readFileSync(path.join(root, "T", name), "utf8"))).toEqual(names);
  expect(readdirSync(path.join(other, "T/in"))).toEqual([]);
});

test("of a folder that somebody has deleted since nothing is known: it is its owner's alone, and that is told", async () => {
  const { root, ctx } = fixture;
  mkdirSync(path.join(root, "gone/private/deep"), { recursive: true });
  mkdirSync(path.join(root, "kept"));
  run("chown", "1000:1001", path.join(root, "gone"));
  writeFileSync(path.join(root, "gone/private/deep/f"), "f");
  const { id } = await moving(ctx, "gone/private/deep/f", "kept");
  rmSync(path.join(root, "gone/private"), { recursive: true });
  const { failures } = await undoing(ctx, id);
  expect(failures).toEqual(
    ["r/gone/private", "r/gone/private/deep"].map((one) => ({ path: one, error: "file/rights-lost" })),
  );
  for (const name of ["gone/private", "gone/private/deep"]) {
    const { uid, gid } = statSync(path.join(root, name));
    expect([modeOf(path.join(root, name)), uid, gid]).toEqual(["700", 1000, 1001]);
  }
});

test("where deleted files were, folders that are gone are made for their owner alone", async () => {
  const { root, ctx } = fixture;
  mkdirSync(path.join(root, "bin/private"), { recursive: true });
  chmodSync(path.join(root, "bin/private"), 0o700);
  run("chown", "1000:1001", path.join(root, "bin"));
  writeFileSync(path.join(root, "bin/private/f"), "f");
  await fixture.end(await removeEntry({ path: at("bin/private/f"), permanent: false }, ctx));
  rmSync(path.join(root, "bin/private"), { recursive: true });
  const { id: trashed } = await ctx.db.trash.findFirstOrThrow({ where: { path: "r/bin/private/f" } });
  await fixture.end(await restoreTrash({ ids: [trashed], conflict: "fail" }, ctx));
  expect(readFileSync(path.join(root, "bin/private/f"), "utf8")).toBe("f");
  const { uid } = statSync(path.join(root, "bin/private"));
  expect([modeOf(path.join(root, "bin/private")), uid]).toEqual(["700", 1000]);
});

const reason = whyNoSshd();
describe.skipIf(reason !== null)(`on a host${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  const { onDisk, host } = useTrashHost();

  test("folders that were merged away come back with mode, time and owner, empty ones too", async () => {
    const ctx = { ...fixture.ctx, storage: host().storage };
    for (const name of ["src/secret/in", "src/secret/empty", "dst/secret/in"])
      mkdirSync(onDisk(name), { recursive: true });
    writeFileSync(onDisk("src/secret/in/f"), "f");
    chmodSync(onDisk("src/secret/in"), 0o710);
    chmodSync(onDisk("src/secret"), 0o700);
    const before = describeTree(onDisk("src"));
    const { id } = await moving(ctx, "src/secret", "dst");
    expect(readdirSync(onDisk("src"))).toEqual([]);
    expect((await undoing(ctx, id)).failures).toEqual([]);
    const coarse = (text: string) => text.replaceAll(/\.\d+$/gm, "");
    expect(coarse(describeTree(onDisk("src")))).toBe(coarse(before));
    expect(readdirSync(onDisk("dst/secret"))).toEqual(["in"]);
  });

  test("a folder that is gone is made for the account alone", async () => {
    const ctx = { ...fixture.ctx, storage: host().storage };
    mkdirSync(onDisk("gone/private"), { recursive: true });
    mkdirSync(onDisk("kept"));
    writeFileSync(onDisk("gone/private/f"), "f");
    const { id } = await moving(ctx, "gone/private/f", "kept");
    rmSync(onDisk("gone"), { recursive: true });
    const { failures } = await undoing(ctx, id);
    expect(failures.map(({ error }) => error)).toEqual(["file/rights-lost", "file/rights-lost"]);
    expect([modeOf(onDisk("gone")), modeOf(onDisk("gone/private"))]).toEqual(["700", "700"]);
  });
});
