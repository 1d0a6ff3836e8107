import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { NotePages } from "@/lib/server/storage/note-pages";
import { movedOf } from "@/lib/server/storage/noted-fixture";
import { at, listNames, treeOptions } from "@/lib/server/storage/conformance/support";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";
import { sys } from "@/lib/server/storage/local/sys/sys";

afterEach(() => void vi.restoreAllMocks());

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: "utf8" });

/** Names, modes, owners, sizes, times to the nanosecond, links, contents, attributes and ACLs of everything below. */
function describeTree(folder: string): string {
  const script = `cd "$1" && find . -printf '%P %m %U %G %T@ %n %Y\\n' | sort && find . -type f -print0 | sort -z | xargs -0 sha256sum
    getfattr -R -d -m - . 2>/dev/null`;
  return run("sh", "-c", script, "sh", folder);
}

test("go to another disk and back with all that they have", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  for (const folder of ["t", "t/a", "t/a/deep", "t/empty"]) mkdirSync(path.join(root, folder));
  const files = ["t/1", "t/a/1", "t/a/2", "t/a/3", "t/a/4", "t/a/5", "t/a/deep/1", "t/a/deep/2"];
  for (const [index, name] of files.entries()) {
    const file = path.join(root, name);
    writeFileSync(file, name.repeat(index * 20));
    run("chown", `${1000 + index}:${2000 + index}`, file);
    run("chmod", index % 2 === 0 ? "4755" : "0604", file);
    run("touch", "-d", `2001-02-03 04:05:0${index}.123456789`, file);
  }
  truncateSync(path.join(root, "t/a/2"), 65_536);
  truncateSync(path.join(root, "t/a/3"), 65_537);
  run("setfattr", "-n", "user.note", "-v", "kept", path.join(root, "t/a/4"));
  run("setfacl", "-m", "u:65534:r", path.join(root, "t/a/5"));
  linkSync(path.join(root, "t/a/1"), path.join(root, "t/a/linked"));
  execFileSync("sh", ["-c", 'touch "$(printf "t/a/\\\\377")"'], { cwd: root });
  utimesSync(path.join(root, "t/a"), 5, 5);
  // What a folder gives to new entries is not theirs.
  run("setfacl", "-d", "-m", "u:65533:rwx", other);
  const before = describeTree(path.join(root, "t"));

  expect(await storage.move(at("t"), at("other"), treeOptions())).toMatchObject({ failureCount: 0, files: 10 });
  expect(describeTree(path.join(other, "t"))).toBe(before);
  run("setfacl", "-b", other);
  expect(await storage.move(at("other/t"), at(""), treeOptions())).toMatchObject({ failureCount: 0, files: 10 });
  expect(describeTree(path.join(root, "t"))).toBe(before);
  expect(await listNames(storage, "other")).toEqual([]);
});

test("in many folders do not ask the disk for each folder, and go to no thread", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  for (let folder = 0; folder < 100; folder++) {
    mkdirSync(path.join(root, `other/t/${folder}`), { recursive: true });
    for (const name of ["a", "b"]) writeFileSync(path.join(root, `other/t/${folder}/${name}`), name);
  }
  const [fsync, copyFile] = [vi.spyOn(sys, "fsync"), vi.spyOn(sys, "copyFile")];
  const moved: unknown[] = [];
  const options = { ...treeOptions(), onMoved: (all: NotePages | null) => void moved.push(...(movedOf(all) ?? [])) };
  expect(await storage.move(at("other/t"), at(""), options)).toMatchObject({ failureCount: 0, files: 200 });
  expect(fsync.mock.calls.length).toBeLessThan(10);
  expect(copyFile.mock.calls.length).toBeLessThan(10);
  expect(moved).toMatchObject([
    { from: "r/other/t", to: "r/t", fromPlace: path.join(other, "t"), toPlace: path.join(root, "t") },
  ]);
});

test("a move that is stopped leaves each of them in one place", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  for (let folder = 0; folder < 20; folder++) {
    mkdirSync(path.join(root, `t/${folder}`), { recursive: true });
    for (let file = 0; file < 20; file++) writeFileSync(path.join(root, `t/${folder}/${file}`), `${file}`);
  }
  const stop = new AbortController();
  const mkdir = sys.mkdir;
  let made = 0;
  vi.spyOn(sys, "mkdir").mockImplementation((...args) => {
    if (++made > 10) stop.abort();
    return mkdir(...args);
  });
  const outcome = await storage.move(at("t"), at("other"), { conflict: "fail", signal: stop.signal }).catch(String);
  expect(outcome).toContain("request/cancelled");
  const filesIn = (folder: string) => run("find", folder, "-type", "f").split("\n").length - 1;
  const there = filesIn(path.join(other, "t"));
  expect(there).toBeGreaterThan(100);
  expect(there + filesIn(path.join(root, "t"))).toBe(400);
});
