import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { loopProblem, makeLoop } from "@/lib/server/process/loop-fixture";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { defineTask } from "@/lib/server/group/define-task";
import { makeTaskFixture, mayCopy, type TaskFixture } from "@/lib/server/task/task-fixture";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { compressEntries } from "./compress-entries";
import { createLeftOut } from "./left-out";
import { writeSevenZip } from "./pack-seven-zip";
import { walkEntries } from "./walk-entries";
import { writeTar } from "./write-tar";
import { writeZip } from "./write-zip";

// A thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

const { signal } = new AbortController();
const isRoot = process.getuid?.() === 0;
const noLoop = loopProblem();
let tasks: TaskFixture;
beforeAll(async () => {
  tasks = await makeTaskFixture();
  const [access] = mayCopy.auth_list;
  setTaskKinds([defineTask({ kind: "compress", access })]);
});
afterAll(() => tasks.close());

/** A box of which a small file, a large one and a folder are for the superuser alone. */
async function makeBox(): Promise<LocalFixture> {
  const fixture = await makeLocalFixture();
  onTestFinished(() => fixture.close());
  const box = path.join(fixture.root, "box");
  mkdirSync(path.join(box, "closed"), { recursive: true });
  for (const name of ["a.txt", "small", "large", "z.txt", "closed/in"])
    writeFileSync(path.join(box, name), name.startsWith("large") ? Buffer.alloc(200_000, "x") : name);
  for (const name of ["small", "large", "closed"]) chmodSync(path.join(box, name), 0);
  for (const folder of [fixture.base, fixture.root, box]) chmodSync(folder, 0o777);
  return fixture;
}

/** As a server without the superuser's rights. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

async function download({ storage, root }: LocalFixture, format: "zip" | "tar", of = "box") {
  const { failed, ...leftOut } = createLeftOut();
  const groups = walkEntries(storage, [`r/${of}` as VirtualPath], { signal, isUtf8Only: true, ...leftOut });
  const packing = { groups, storage, onRead: () => {}, onPacked: () => {}, ...leftOut };
  const chunks: Uint8Array[] = [];
  let error: unknown = null;
  try {
    for await (const part of format === "zip" ? writeZip(packing, { level: 1 }) : writeTar(packing)) chunks.push(part);
  } catch (reason) {
    error = reason;
  }
  const file = path.join(root, `made.${format}`);
  return { file, error, failed: failed(), save: () => writeFileSync(file, Buffer.concat(chunks)) };
}

const list = (file: string) =>
  execFileSync("/usr/bin/bsdtar", ["-tf", file], { encoding: "utf8" })
    .split("\n")
    .filter((name) => name !== "");
const read = (file: string, name: string) =>
  execFileSync("/usr/bin/bsdtar", ["-xOf", file, name], { encoding: "utf8" });

test.each(["zip", "tar"] as const)("a downloaded %s leaves out what cannot be read, and names it", async (format) => {
  const made = await makeBox().then(async (fixture) => asNobody(() => download(fixture, format)));
  made.save();
  expect(made.error).toBeNull();
  expect(list(made.file).toSorted()).toEqual([
    "Not in this archive.txt",
    "box/",
    "box/a.txt",
    "box/closed/",
    "box/z.txt",
  ]);
  const text = read(made.file, "Not in this archive.txt").split("\n");
  expect(text[0]).toBe("Files and folders that could not be read:");
  expect(text.filter((line) => line.startsWith("box/")).toSorted()).toEqual(["box/closed", "box/large", "box/small"]);
  expect(made.failed.count).toBe(3);
});

test.each(["zip", "tar"] as const)("a %s that is made tells which entries could not be read", async (format) => {
  const { storage, root } = await makeBox();
  const input = { files: ["r/box" as VirtualPath], to: "r" as VirtualPath, name: `x.${format}` as EntryName };
  const ended = await asNobody(async () => {
    const { taskId } = await compressEntries({ ...input, format, level: 1 }, { ...tasks.ctx(), storage });
    return tasks.ended(taskId);
  });
  const failures = ended.failures.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const denied = ["r/box/closed", "r/box/large", "r/box/small"].map((at) => ({
    path: at,
    error: "file/access-denied",
  }));
  expect([ended.state, ended.files, failures]).toEqual(["failed", 2, denied]);
  expect(existsSync(path.join(root, `x.${format}`))).toBe(true);
});

test("a 7z leaves out what is gone when its turn comes", async () => {
  const { root, storage } = await makeBox();
  async function* groups() {
    yield* walkEntries(storage, ["r/box" as VirtualPath], { signal, isUtf8Only: true });
    rmSync(path.join(root, "box/large"));
  }
  const unread: [string, string][] = [];
  const packing = {
    groups: groups(),
    storage,
    onRead: () => {},
    onPacked: () => {},
    onSkipped: () => {},
    onUnread: ({ name }: { name: string }, { key }: { key: string }) => void unread.push([name, key]),
  };
  let head: Uint8Array = Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  const making = { level: 1, holder: "mia", signal, onHead: (made: Uint8Array) => (head = made) };
  for await (const part of writeSevenZip(packing, making)) chunks.push(part);
  const made = Buffer.concat(chunks);
  made.set(head);
  writeFileSync(path.join(root, "made.7z"), made);
  expect(unread).toEqual([["box/large", "file/not-found"]]);
  const names = list(path.join(root, "made.7z"));
  expect(names).toEqual(expect.arrayContaining(["box/a.txt", "box/z.txt"]));
  expect(names).not.toContain("box/large");
});

test("nothing is made of what cannot be read at all", async () => {
  const { storage, root } = await makeBox();
  const input = { files: ["r/box/large" as VirtualPath], to: "r" as VirtualPath, name: "x.zip" as EntryName };
  const ended = await asNobody(async () => {
    const { taskId } = await compressEntries({ ...input, format: "zip", level: 1 }, { ...tasks.ctx(), storage });
    return tasks.ended(taskId);
  });
  expect(ended.failures).toEqual([{ path: "r/box/large", error: "file/access-denied" }]);
  expect(existsSync(path.join(root, "x.zip"))).toBe(false);
});

/** A disk whose end is gone: of its one large file a part can be read. */
function failingDisk(root: string): void {
  const loop = makeLoop();
  const at = path.join(root, "disk");
  mkdirSync(at);
  loop.format("failing");
  execFileSync("mount", [loop.path, at]);
  onTestFinished(() => {
    execFileSync("umount", [at]);
    loop.close();
  });
  writeFileSync(path.join(at, "large"), Buffer.alloc(40_000_000, "many words; "));
  writeFileSync(path.join(at, "z.txt"), "after it");
  execFileSync("umount", [at]);
  execFileSync("mount", ["-o", "ro", loop.path, at]);
  truncateSync(loop.file, 24 * 1024 * 1024);
}

test("no reader takes a file for whole whose disk failed in the middle of it", async ({ skip }) => {
  if (noLoop !== null) skip(noLoop);
  const fixture = await makeLocalFixture();
  onTestFinished(() => fixture.close());
  failingDisk(fixture.root);
  const zip = await download(fixture, "zip", "disk");
  zip.save();
  expect([zip.error, zip.failed]).toEqual([null, { count: 1, first: [{ path: "r/disk/large", error: "file/io" }] }]);
  expect(read(zip.file, "Not in this archive.txt")).toContain("could not be read to the end:\n\ndisk/large\n");
  expect(read(zip.file, "disk/z.txt")).toBe("after it");
  const tested = spawnSync("unzip", ["-t", zip.file], { encoding: "utf8" });
  expect(tested.stdout).toMatch(/testing: disk\/large +bad CRC/);
});

test("a tar of it breaks off, and no archive is made of it", async ({ skip }) => {
  if (noLoop !== null) skip(noLoop);
  const fixture = await makeLocalFixture();
  onTestFinished(() => fixture.close());
  failingDisk(fixture.root);
  const tar = await download(fixture, "tar", "disk");
  tar.save();
  expect(tar.error).toMatchObject({ key: "file/io" });
  expect(spawnSync("/usr/bin/bsdtar", ["-tf", tar.file]).status).not.toBe(0);
  const input = { files: ["r/disk" as VirtualPath], to: "r" as VirtualPath, name: "x.tar" as EntryName };
  const { taskId } = await compressEntries(
    { ...input, format: "tar", level: 1 },
    { ...tasks.ctx(), storage: fixture.storage },
  );
  expect((await tasks.ended(taskId)).failures).toEqual([{ path: "r/disk/large", error: "file/io" }]);
  expect(existsSync(path.join(fixture.root, "x.tar"))).toBe(false);
});
