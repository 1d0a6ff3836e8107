import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { at, listAll, readText, treeOptions } from "@/lib/server/storage/conformance/support";
import { hasSameBytes } from "@/lib/server/storage/local/write/same-bytes";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: "utf8", stdio: "pipe" });

function canRun(command: string, ...args: string[]): boolean {
  try {
    run(command, ...args);
    return true;
  } catch {
    return false;
  }
}

async function plant() {
  const fixture = await makeLocalFixture("/var/tmp");
  onTestFinished(fixture.close);
  mkdirSync(`${fixture.root}/from/sub`, { recursive: true });
  mkdirSync(`${fixture.root}/to`);
  return fixture;
}

test("a copy keeps mode, times, links and holes", async () => {
  const { root, storage } = await plant();
  writeFileSync(`${root}/from/a`, "a", { mode: 0o640 });
  utimesSync(`${root}/from/a`, 1, 1_000_000);
  symlinkSync("a", `${root}/from/link`);
  linkSync(`${root}/from/a`, `${root}/from/sub/same`);
  linkSync(`${root}/from/a`, `${root}/outside-the-tree`);
  writeFileSync(`${root}/from/holes`, "x");
  truncateSync(`${root}/from/holes`, 64 * 1024 ** 2);
  const result = await storage.copy(at("from"), at("to"), treeOptions());
  expect(result).toMatchObject({ files: 4, failureCount: 0 });
  const copy = statSync(`${root}/to/from/a`);
  expect([copy.mode & 0o7777, copy.mtimeMs]).toEqual([0o640, 1_000_000_000]);
  expect(statSync(`${root}/to/from/sub/same`).ino).toBe(copy.ino);
  expect([copy.nlink, copy.ino === statSync(`${root}/from/a`).ino]).toEqual([2, false]);
  expect((await listAll(storage, "to/from")).find(({ name }) => name === "link")?.link?.text).toBe("a");
  const holes = statSync(`${root}/to/from/holes`);
  expect([holes.size, holes.blocks * 512 < 1024 ** 2]).toEqual([64 * 1024 ** 2, true]);
});

test("names of one file that are taken meet the policy one by one", async () => {
  const { root, storage } = await plant();
  for (const name of ["a", "b"]) writeFileSync(`${root}/from/${name}`, "x");
  linkSync(`${root}/from/a`, `${root}/from/c`);
  mkdirSync(`${root}/to/from`);
  writeFileSync(`${root}/to/from/c`, "old");
  expect(await storage.copy(at("from"), at("to"), treeOptions("skip"))).toMatchObject({ skipped: 1, failureCount: 0 });
  expect(await readText(storage, "to/from/c")).toBe("old");
  await storage.copy(at("from"), at("to"), treeOptions("replace"));
  expect(statSync(`${root}/to/from/a`).ino).toBe(statSync(`${root}/to/from/c`).ino);
  // Once more: each name is already one of the other's file.
  await storage.copy(at("from"), at("to"), treeOptions("replace"));
  expect((await listAll(storage, "to/from")).map(({ name }) => name)).toEqual(["a", "b", "c", "sub"]);
});

test("a copy keeps xattrs and ACLs where there are any", async ({ skip }) => {
  const { root, storage } = await plant();
  const odd = "odd \\ name\n.txt";
  for (const name of ["plain", "noted", "listed", odd]) writeFileSync(`${root}/from/sub/${name}`, name);
  const isPossible =
    canRun("getfattr", "--version") &&
    canRun("setfattr", "-n", "user.note", "-v", "kept", `${root}/from/sub/noted`) &&
    canRun("setfattr", "-n", "user.note", "-v", "odd", `${root}/from/sub/${odd}`);
  if (!isPossible) return skip("no xattrs on this disk, or no attr package");
  await storage.copy(at("from"), at("to"), treeOptions());
  const note = (name: string) =>
    run("getfattr", "--only-values", "--absolute-names", "-n", "user.note", `${root}/to/from/sub/${name}`);
  expect([note("noted"), note(odd)]).toEqual(["kept", "odd"]);
  if (!canRun("setfacl", "-m", "u:12345:r", `${root}/from/sub/listed`)) return undefined;
  await storage.copy(at("from/sub/listed"), at("to"), treeOptions());
  expect(run("getfacl", "-n", "--absolute-names", `${root}/to/listed`)).toContain("user:12345:r--");
  return undefined;
});

/** What this process has read by now, of whatever. */
const readBytes = () => Number(/rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);

test("of a sparse file of 10 GB no more is read, copied, and compared than what is in it", async () => {
  const { root, storage } = await plant();
  const file = `${root}/from/image`;
  const [size, block] = [10 * 1024 ** 3 + 5, Buffer.alloc(65_536, "data")];
  const places = [0, 1_048_576, 5 * 1024 ** 3 - 7, size - block.length - 1];
  const fd = openSync(file, "w+");
  ftruncateSync(fd, size);
  for (const place of places) writeSync(fd, block, 0, block.length, place);
  const before = readBytes();
  const result = await storage.copy(at("from/image"), at("to"), treeOptions());
  const to = openSync(`${root}/to/image`, "r+");
  const signal = new AbortController().signal;
  expect([result.failureCount, await hasSameBytes([fd, to], { sizeBytes: size, signal })]).toEqual([0, true]);
  expect(readBytes() - before).toBeLessThan(100_000_000);
  expect(statSync(`${root}/to/image`).size).toBe(size);
  // Of 512 bytes each; the file system may need one more of its own to note where the parts are.
  expect(Math.abs(statSync(`${root}/to/image`).blocks - statSync(file).blocks)).toBeLessThanOrEqual(16);
  const there = Buffer.alloc(block.length);
  for (const place of places) {
    readSync(to, there, 0, there.length, place);
    expect(there.equals(block)).toBe(true);
  }
  // A byte in a hole of the one, and a length, are a difference.
  writeSync(to, "x", 3 * 1024 ** 3);
  expect(await hasSameBytes([fd, to], { sizeBytes: size, signal })).toBe(false);
  const longer = openSync(`${root}/longer`, "w+");
  const empty = openSync(`${root}/empty`, "w+");
  ftruncateSync(longer, size);
  ftruncateSync(empty, size - 1);
  expect(await hasSameBytes([longer, empty], { sizeBytes: size, signal })).toBe(false);
  for (const one of [fd, to, longer, empty]) closeSync(one);
});
