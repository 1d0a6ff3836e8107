import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { fileTasks } from "@/lib/server/file/file-tasks";
import { saveText } from "@/lib/server/file/save-text";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { at } from "@/lib/server/storage/conformance/support";
import type { EntryName } from "@/lib/shared/paths";
import { listVersions, restoreVersion } from "./file-versions";
import { followMoves } from "./follow-moves";
import { keepOverwritten } from "./keep-overwritten";
import { keepVersions } from "./keep-versions";
import { listTrash } from "./list-trash";
import { restoreTrash } from "./restore-trash";
import { sweepTrash } from "./sweep-trash";
import { actorOf, keptFor30Days, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashSetting } from "./trash-setting";
import { trashTasks } from "./trash-tasks";

setTaskKinds([...trashTasks, ...fileTasks]);

let fixture: TrashFixture;
let mia: Ctx;
let tom: Ctx;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  mia = fixture.ctx;
  tom = { ...mia, actor: actorOf("tom") };
  writeFileSync(host("a"), "one");
});
afterEach(() => fixture.close());

const dayMs = 86_400_000;
const host = (name: string) => path.join(fixture.root, name);
const save = (context: string, who = mia, name = "a") =>
  saveText({ path: at(name), context: "", is_sys_path: false }, who, { pieces: () => [context] });
const versions = async (who = mia, name = "a") => (await listVersions({ path: at(name) }, who)).versions;
const sizes = async (who = mia) => (await versions(who)).map(({ size }) => size);
/** As if so much time had passed since the last version was kept. */
const age = async (ms: number) => {
  for (const row of await mia.db.trash.findMany())
    await mia.db.trash.update({ where: { id: row.id }, data: { deletedAt: new Date(row.deletedAt.getTime() - ms) } });
};

test("a save keeps what was there as a version, one that follows at once does not, another's does", async () => {
  const changedAt = Math.floor(statSync(host("a")).mtimeMs);
  await save("second");
  expect(await versions()).toMatchObject([{ size: 3, replaced_by: "mia", changed_at: changedAt }]);
  await save("third!!");
  expect(await sizes()).toEqual([3]);
  await save("by tom", tom);
  expect(await sizes()).toEqual([7, 3]);
  await age(6 * 60_000);
  await save("later");
  expect(await sizes()).toEqual([6, 7, 3]);
  expect((await listTrash({ all: false, limit: 10 }, mia)).entries.map(({ version, name }) => [name, version])).toEqual(
    Array.from({ length: 2 }, () => ["a", true]),
  );
});

test("of a file only as many versions are kept as the setting says, and only for so long", async () => {
  for (const text of ["b", "cc", "ddd", "eeee", "fffff"]) {
    await save(text);
    await age(6 * 60_000);
  }
  expect(await sizes()).toEqual([4, 3, 2]);
  const sweep = { ...mia, signal: new AbortController().signal };
  await sweepTrash(sweep, Date.now() + 29 * dayMs);
  expect(await sizes()).toHaveLength(3);
  await trashSetting.write({ ...keptFor30Days, days: 0, versionDays: 5 }, mia);
  await sweepTrash(sweep, Date.now() + 6 * dayMs);
  expect(await sizes()).toEqual([]);
});

test("versions go before what was deleted where the trash has grown too large, also those of today", async () => {
  await save("second");
  await trashSetting.write({ ...keptFor30Days, bytes: 1 }, mia);
  await sweepTrash({ ...mia, signal: new AbortController().signal });
  expect(await sizes()).toEqual([]);
});

test("nothing is kept of an empty file, where versions or the trash are off, or where it would not fit", async () => {
  for (const setting of [{ versions: 0 }, { on: false }, { bytes: 2 }]) {
    await trashSetting.write({ ...keptFor30Days, ...setting }, mia);
    await save("other");
    expect(await sizes()).toEqual([]);
  }
  await trashSetting.write(keptFor30Days, mia);
  await save("");
  await age(dayMs);
  await save("new");
  expect(await sizes()).toEqual([5]);
});

test("a file is saved where its version cannot be kept", async () => {
  writeFileSync(host(".filedeck-trash"), "in the way");
  await save("second");
  expect(readFileSync(host("a"), "utf8")).toBe("second");
  rmSync(host(".filedeck-trash"));
  await mia.db.$executeRawUnsafe("CREATE TRIGGER full BEFORE INSERT ON Trash BEGIN SELECT RAISE(ABORT, 'full'); END");
  await save("third");
  expect(readFileSync(host("a"), "utf8")).toBe("third");
  expect(existsSync(host(".filedeck-trash/mia"))).toBe(false);
});

test("what a program with a token replaces is a version, what a person chose to replace is in the trash", async () => {
  const write = (text: string, who: Ctx) =>
    keepOverwritten(at("a"), { ctx: who }, (keeping) =>
      who.storage.write(at("a"), Buffer.from(text), { conflict: "replace", ...keeping }),
    );
  await write("by a program", { ...mia, actor: { ...actorOf("mia"), sessionId: null } });
  await write("by a person", mia);
  const { entries } = await listTrash({ all: false, limit: 10 }, mia);
  expect(entries.map(({ size, version }) => [size, version])).toEqual([
    [12, false],
    [3, true],
  ]);
});

test("a version is restored by its content: mode and owner stay, and what was there is the newest version", async () => {
  chmodSync(host("a"), 0o4755);
  await save("second");
  chmodSync(host("a"), 0o640);
  const [version] = await versions();
  await restoreVersion({ path: at("a"), version: version?.id ?? "" }, mia);
  expect(readFileSync(host("a"), "utf8")).toBe("one");
  expect(statSync(host("a")).mode & 0o7777).toBe(0o640);
  expect(await sizes()).toEqual([6, 3]);
});

test("who may not write there sees no versions, and none of another file", async () => {
  await save("second");
  const [version] = await versions();
  const id = version?.id ?? "";
  const reader = { ...tom, storage: fixture.limited({ accessDirs: [""], readOnlyDirs: ["a"] }) };
  await expect(versions(reader)).rejects.toThrow("file/read-only");
  await expect(restoreVersion({ path: at("a"), version: id }, reader)).rejects.toThrow("file/read-only");
  writeFileSync(host("b"), "b");
  await expect(restoreVersion({ path: at("b"), version: id }, mia)).rejects.toThrow("trash/gone");
  await expect(versions(mia, "none")).rejects.toThrow("file/not-found");
});

test("versions follow their file when it or its folder is renamed", async () => {
  await save("second");
  const [version] = await versions();
  await renameEntry({ path: at("a"), newName: "b 100%_" as EntryName }, mia);
  expect(await versions(mia, "b 100%_")).toMatchObject([{ size: 3 }]);
  await restoreVersion({ path: at("b 100%_"), version: version?.id ?? "" }, mia);
  expect(readFileSync(host("b 100%_"), "utf8")).toBe("one");
  for (const folder of ["d", "dd", "e"]) mkdirSync(host(folder));
  writeFileSync(host("d/x"), "below");
  await save("changed", mia, "d/x");
  await renameEntry({ path: at("d"), newName: "f" as EntryName }, mia);
  expect(await versions(mia, "f/x")).toMatchObject([{ size: 5 }]);
  await fixture.end(await moveEntries({ files: [at("f")], to: at("e"), conflict: "fail" }, mia));
  expect(await versions(mia, "e/f/x")).toMatchObject([{ size: 5 }]);
});

test("restored from the trash in place of its file, a version makes that a version", async () => {
  await save("second");
  const [version] = await versions();
  await fixture.end(await restoreTrash({ ids: [version?.id ?? ""], conflict: "replace" }, mia));
  expect(readFileSync(host("a"), "utf8")).toBe("one");
  expect(await sizes()).toEqual([6]);
});

test("a write that fails leaves no version behind", async () => {
  const options = { conflict: "replace", ifMatch: '"other"' } as const;
  const write = () =>
    keepVersions(mia).during((keeping) => mia.storage.write(at("a"), Buffer.from("x"), { ...options, ...keeping }));
  await expect(write()).rejects.toThrow("file/changed");
  expect(await sizes()).toEqual([]);
  expect(await mia.db.trash.count()).toBe(0);
});

test("versions go along from where the file was, not from where a link in place of its folder leads since", async () => {
  for (const folder of ["ro", "b/dir", "b/out"]) mkdirSync(host(folder), { recursive: true });
  writeFileSync(host("ro/x"), "secret");
  writeFileSync(host("b/dir/x"), "own");
  await save("public", mia, "ro/x");
  const moved = await mia.storage.rename(at("b/dir/x"), at("b/out/x"));
  rmSync(host("b/dir"), { recursive: true });
  symlinkSync(host("ro"), host("b/dir"));
  await followMoves([moved], mia);
  expect([await versions(mia, "b/out/x"), (await versions(mia, "ro/x")).length]).toEqual([[], 1]);
});

test("a task's versions go along from where the files were, too", async () => {
  for (const folder of ["ro", "b/dir", "b/out"]) mkdirSync(host(folder), { recursive: true });
  writeFileSync(host("ro/x"), "secret");
  await save("public", mia, "ro/x");
  const files = ["x", ...Array.from({ length: 20 }, (_, index) => `${index}`)];
  for (const name of files) writeFileSync(host(`b/dir/${name}`), "own");
  const { storage } = mia;
  // As soon as the first has moved.
  const move: typeof storage.move = async (...given) => {
    const done = await storage.move(...given);
    if (!lstatSync(host("b/dir")).isSymbolicLink()) {
      renameSync(host("b/dir"), host("b/aside"));
      symlinkSync(host("ro"), host("b/dir"));
    }
    return done;
  };
  const started = await moveEntries(
    { files: files.map((name) => at(`b/dir/${name}`)), to: at("b/out"), conflict: "fail" },
    { ...mia, storage: { ...storage, move } },
  );
  await fixture.end(started, mia);
  expect(existsSync(host("b/out/x"))).toBe(true);
  expect([await versions(mia, "b/out/x"), (await versions(mia, "ro/x")).length]).toEqual([[], 1]);
});

const upload = (text: string, who: Ctx) =>
  keepOverwritten(at("a"), { ctx: who }, (keeping) =>
    who.storage.write(at("a"), Buffer.from(text), { conflict: "replace", ...keeping }),
  );

test("what has a file's name since its last version is kept when it is saved over, whoever has put it there", async () => {
  const replace: Record<string, () => Promise<unknown>> = {
    async deleted() {
      await fixture.end(await removeEntries({ files: [at("a")], permanent: true }, mia));
      await upload("uploaded", mia);
    },
    uploaded: () => upload("uploaded", mia),
    async moved() {
      mkdirSync(host("s"), { recursive: true });
      writeFileSync(host("s/a"), "uploaded");
      await fixture.end(await moveEntries({ files: [at("s/a")], to: at(""), conflict: "replace" }, mia));
    },
    async renamed() {
      writeFileSync(host("temporary"), "uploaded");
      renameSync(host("temporary"), host("a"));
    },
    written: async () => writeFileSync(host("a"), "uploaded"),
  };
  for (const [how, run] of Object.entries(replace)) {
    rmSync(host("a"), { force: true });
    writeFileSync(host("a"), "one");
    await save("second");
    await run();
    await save("typo");
    expect([how, (await sizes())[0]]).toEqual([how, 8]);
    const { length } = await versions();
    await save("typo 2");
    expect([how, (await versions()).length]).toEqual([how, length]);
    await mia.db.trash.deleteMany();
  }
});

test("a version that was restored is kept when it is saved over at once", async () => {
  await save("second");
  const [version] = await versions();
  await fixture.end(await restoreTrash({ ids: [version?.id ?? ""], conflict: "replace" }, mia));
  await save("third!!");
  expect(await sizes()).toEqual([3, 6]);
});

test("of what a program with a token writes again and again one version is kept, and each of what somebody else has put there", async () => {
  const program = { ...mia, actor: { ...actorOf("mia"), sessionId: null } };
  await upload("nightly", program);
  await upload("nightly 2", program);
  expect(await sizes()).toEqual([3]);
  writeFileSync(host("a"), "hours of work");
  await upload("nightly 3", program);
  await upload("nightly 4", program);
  expect(await sizes()).toEqual([13, 3]);
});
