import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { at, treeOptions } from "@/lib/server/storage/conformance/support";
import type { FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";

afterEach(() => void vi.restoreAllMocks());

/** Too large to be synced with others: its source is removed as soon as it has arrived. */
const large = (letter: string) => letter.repeat(9 * 1024 ** 2);
const read = (file: string) => fs.readFileSync(file, "utf8");

/** Runs `act` once, after the first such call with which the source of that name is gone. */
function whenGone(call: "unlink" | "mkdir", source: string, act: () => void): void {
  const done = sys[call];
  let isDone = false;
  vi.spyOn(sys, call).mockImplementation(async (place: FsPath) => {
    await done(place);
    if (isDone || fs.existsSync(source)) return;
    isDone = true;
    act();
  });
}

const old = (file: string) => fs.utimesSync(file, 1_000_000, 1_000_000);

/** Changes a letter of an {@link old} file and leaves size and time as they were. */
function writeUnseen(file: string): void {
  const fd = fs.openSync(file, "r+");
  fs.writeSync(fd, "NEW", 0);
  fs.closeSync(fd);
  old(file);
}

for (const [what, write] of [
  ["appended", (file: string) => fs.appendFileSync(file, "NEW")],
  ["written, and the time of that put back,", writeUnseen],
] as const)
  test(`what is ${what} through another name during a move arrives with the names that are left`, async ({ skip }) => {
    const { storage, root, other } = await fixtureOnTwoDisks(skip);
    const place = (name: string) => path.join(root, "t", name);
    fs.mkdirSync(place("z"), { recursive: true });
    fs.writeFileSync(place("1"), large("a"));
    old(place("1"));
    for (const name of ["2", "z/3", "z/4"]) fs.linkSync(place("1"), place(name));
    let after = "";
    whenGone("mkdir", place("1"), () => {
      write(place("z/3"));
      after = read(place("z/3"));
    });
    expect(await storage.move(at("t"), at("other"), treeOptions())).toMatchObject({ failures: [] });
    const there = (name: string) => path.join(other, "t", name);
    expect([after.includes("NEW"), read(there("z/3")) === after, read(there("z/4")) === after]).toEqual([
      true,
      true,
      true,
    ]);
    expect(fs.statSync(there("z/3")).ino).toBe(fs.statSync(there("z/4")).ino);
    expect(read(there("1")) === large("a")).toBe(true);
  });

test("a name that was copied before its file was written stays where it was", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const place = (name: string) => path.join(root, "t", name);
  const names = ["1", "2", "3", "4"];
  fs.mkdirSync(place(""));
  fs.writeFileSync(place("1"), large("a"));
  for (const name of names.slice(1)) fs.linkSync(place("1"), place(name));
  whenGone("unlink", place("1"), () => fs.appendFileSync(place("4"), "NEW"));
  const { failures } = await storage.move(at("t"), at("other"), treeOptions());
  const stayed = new Set(failures.map((one) => `${path.basename(one.path)} ${one.error}`));
  expect(stayed).toEqual(
    new Set(names.filter((name) => fs.existsSync(place(name))).map((name) => `${name} file/changed`)),
  );
  for (const name of names.slice(1)) {
    const now = fs.existsSync(place(name)) ? place(name) : path.join(other, "t", name);
    expect([name, read(now).endsWith("NEW")]).toEqual([name, true]);
  }
});

test("a new file that got the number of a moved one arrives as itself", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const place = (name: string) => path.join(root, "t", name);
  fs.mkdirSync(place("z"), { recursive: true });
  fs.writeFileSync(place("1"), large("a"));
  fs.linkSync(place("1"), place("2"));
  const { ino } = fs.statSync(place("1"));
  const state: { made: string | null } = { made: null };
  whenGone("mkdir", place("2"), () => {
    for (let count = 0; count < 4_000 && state.made === null; count++) {
      const file = place(`z/${count}`);
      fs.writeFileSync(file, "");
      if (fs.statSync(file).ino === ino) state.made = `z/${count}`;
    }
    const { made } = state;
    if (made === null) return;
    fs.writeFileSync(place(made), large("b"));
    fs.linkSync(place(made), place(`${made}.second`));
  });
  expect(await storage.move(at("t"), at("other"), treeOptions())).toMatchObject({ failures: [] });
  const { made } = state;
  if (made === null) return skip("this disk gives no number twice");
  for (const name of [made, `${made}.second`]) expect(read(path.join(other, "t", name)) === large("b")).toBe(true);
  return undefined;
});

test("the names of a file stay names of one, and it is read once for all of them", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const names = Array.from({ length: 12 }, (_, index) => `d${index % 3}/${index}`);
  const place = (name: string) => path.join(root, "t", name);
  for (const folder of ["d0", "d1", "d2"]) fs.mkdirSync(place(folder), { recursive: true });
  fs.writeFileSync(place("d0/0"), large("a"));
  for (const name of names.slice(1)) fs.linkSync(place("d0/0"), place(name));
  const reading = vi.spyOn(sys, "read");
  expect(await storage.move(at("t"), at("other"), treeOptions())).toMatchObject({ failures: [], files: 12 });
  expect(fs.statSync(path.join(other, "t/d2/11")).nlink).toBe(12);
  // Copied, and compared from both sides.
  expect(reading.mock.calls.length).toBeLessThan(50);
});

for (const isLinked of [false, true])
  test(`a source that was written since it was copied stays, whatever its time says; ${isLinked ? "with a name outside" : "alone"}`, async ({
    skip,
  }) => {
    const { storage, root, other } = await fixtureOnTwoDisks(skip);
    const source = path.join(root, "t/file");
    fs.mkdirSync(path.dirname(source));
    fs.writeFileSync(source, "old and ours");
    old(source);
    if (isLinked) fs.linkSync(source, path.join(root, "outside-the-tree"));
    let isWritten = false;
    const write = () => {
      if (isWritten || !fs.existsSync(path.join(other, "t/file"))) return;
      isWritten = true;
      writeUnseen(source);
    };
    const { lstat, lstatBig } = sys;
    vi.spyOn(sys, "lstat").mockImplementation((place) => {
      write();
      return lstat(place);
    });
    vi.spyOn(sys, "lstatBig").mockImplementation((place) => {
      write();
      return lstatBig(place);
    });
    const result = await storage.move(at("t"), at("other"), treeOptions());
    expect([isWritten, result.failures]).toMatchObject([true, [{ error: "file/changed" }]]);
    expect(read(source)).toBe("NEW and ours");
  });

test("a name that came or went, and nothing else, is no change", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const source = path.join(root, "t/file");
  fs.mkdirSync(path.dirname(source));
  fs.writeFileSync(source, "x");
  let isLinked = false;
  const onProgress = () => {
    if (!isLinked) fs.linkSync(source, path.join(root, "kept"));
    isLinked = true;
  };
  const result = await storage.move(at("t"), at("other"), { ...treeOptions(), onProgress });
  expect([isLinked, result.failures]).toEqual([true, []]);
  expect([read(path.join(other, "t/file")), read(path.join(root, "kept")), fs.existsSync(source)]).toEqual([
    "x",
    "x",
    false,
  ]);
});
