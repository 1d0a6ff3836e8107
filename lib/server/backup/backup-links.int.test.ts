import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { defineTask } from "@/lib/server/group/define-task";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { App } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Storage } from "@/lib/server/storage/storage";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import type { VirtualPath } from "@/lib/shared/paths";
import { backupName, serverMark } from "./backup-name";
import { backupSetting, backupState, setBackupSetting } from "./backup-setting";
import { listBackups, runBackup } from "./services";

const secret = "ab".repeat(32);
const keys = deriveKeys(Buffer.from(secret, "hex"));
const server = serverMark(keys);
let fixture: TrashFixture;
let root: Ctx;
let victim: string;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  setTaskKinds([defineTask({ kind: "backup", access: "session" })]);
  const { db } = fixture.ctx;
  await db.user.update({ where: { id: "mia" }, data: { isRoot: true } });
  writeFileSync(path.join(fixture.base, "secret.key"), `${secret}\n`);
  root = { ...fixture.ctx, actor: { ...actorOf("mia", true), scopes: null }, about: () => {} };
  startAppOf({
    db,
    keys,
    version: "1.2.3",
    log: pino({ level: "silent" }),
    env: { dataDir: fixture.base } as App["env"],
    stopping: new AbortController().signal,
    storageFor: () => fixture.storage,
  });
  // Not of what the server reaches only through a link, which is the point.
  victim = path.join(fixture.root, "victim");
  writeFileSync(victim, "precious");
  mkdirSync(folder());
  await backupState.save(db, { planned_from: null, last: null, last_done_at: null });
  await setBackupSetting(input, root);
});
afterEach(async () => {
  await fixture.ctx.db.setting.deleteMany();
  for (const setting of [backupSetting, backupState]) await setting.load(fixture.ctx.db);
  await fixture.close();
});

const folder = () => path.join(fixture.root, "backups");
const input: Parameters<typeof setBackupSetting>[0] = {
  on: false,
  folder: "r/backups" as VirtualPath,
  rhythm: "hours",
  days: [1],
  minute: 0,
  hours: 1,
  keep: 2,
  is_encrypted: true,
  passphrase: "twelve or more of them",
};
const regular = () => readdirSync(folder()).filter((name) => lstatSync(path.join(folder(), name)).isFile());
async function run(storage: Storage = root.storage): Promise<string[]> {
  const task = await fixture.end(await runBackup({}, { ...root, storage }), root);
  return task.failures.map(({ error }) => error);
}
/** With something that happens in the folder between two steps of a backup. */
function between(step: "open" | "rename", happen: (part: string) => void): Storage {
  const { storage } = fixture;
  const watched = (path_: string) => happen(path.join(fixture.root, path_.slice("r/".length)));
  const wrap = (inner: Storage): Storage => ({
    ...inner,
    open: (file) => (step === "open" && watched(file), inner.open(file)),
    rename: (from, to) => (step === "rename" && watched(from), inner.rename(from, to)),
  });
  return { ...storage, pinned: (pins) => wrap(storage.pinned(pins)) };
}

test("links under all names that a backup could have had are neither written through nor removed", async () => {
  const names = Array.from({ length: 60 }, (_, index) =>
    backupName({ server, atMs: Date.now() + index * 1_000, isSealed: true }),
  );
  for (const name of names) symlinkSync(victim, path.join(folder(), `${name}.part`));
  expect(await run()).toEqual([]);
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(regular()).toHaveLength(1);
  expect(readdirSync(folder())).toHaveLength(61);
});

test("a name that is taken, by a link as well, is not replaced", async () => {
  for (let second = -2; second < 60; second++) {
    const name = backupName({ server, atMs: Date.now() + second * 1_000, isSealed: true });
    symlinkSync(victim, path.join(folder(), name));
  }
  expect(await run()).toEqual(["file/exists"]);
  expect([readFileSync(victim, "utf8"), regular()]).toEqual(["precious", []]);
  // A link is no backup, neither to list nor to count.
  expect((await listBackups({}, root)).backups).toEqual([]);
});

test("what gets the name is what was written and read back", async () => {
  const replace = (part: string) => {
    renameSync(part, path.join(fixture.root, "taken"));
    writeFileSync(part, "forged");
  };
  const link = (part: string) => {
    rmSync(part);
    symlinkSync(victim, part);
  };
  expect(await run(between("open", replace))).toEqual(["backup/unreadable"]);
  expect(await run(between("open", link))).toEqual(["file/place-changed"]);
  expect(regular()).toEqual([]);
  expect(await run(between("rename", replace))).toEqual(["backup/unreadable"]);
  for (const name of readdirSync(folder())) rmSync(path.join(folder(), name));
  expect(await run(between("rename", link))).toEqual(["file/place-changed"]);
  expect(readFileSync(victim, "utf8")).toBe("precious");
});

test.each([
  ["noted", undefined],
  ["of an earlier version, which noted none,", null],
])("a link in the place of the folder is not followed where its place is %s", async (_, place) => {
  if (place === null) await backupSetting.write({ ...backupSetting.get(), place }, root);
  expect(await run()).toEqual([]);
  const elsewhere = path.join(fixture.root, "elsewhere");
  mkdirSync(elsewhere);
  // What removing the oldest would take.
  for (const day of [1, 2, 3])
    writeFileSync(path.join(elsewhere, backupName({ server, atMs: Date.UTC(2026, 0, day), isSealed: true })), "x");
  renameSync(folder(), path.join(fixture.root, "aside"));
  symlinkSync("elsewhere", folder());
  expect(await run()).toEqual(["file/place-changed"]);
  expect((await listBackups({}, root)).problem).toBe("file/place-changed");
  expect(readdirSync(elsewhere)).toHaveLength(3);
  // Chosen as it is now, it is used.
  await setBackupSetting(input, root);
  expect(await run()).toEqual([]);
});
