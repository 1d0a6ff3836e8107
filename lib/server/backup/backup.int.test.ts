import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient } from "@libsql/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import pino from "pino";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { deriveKeys } from "@/lib/server/base/keys";
import { defineTask } from "@/lib/server/group/define-task";
import type { App } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { auditInto } from "@/lib/server/runtime/audit-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { onTold } from "@/lib/server/runtime/tell-user";
import { forgetActors } from "@/lib/server/session/find-actor";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { backupName, serverMark } from "./backup-name";
import { backupSetting, backupState, getBackupSetting, setBackupSetting } from "./backup-setting";
import { hasExposedBackup } from "./has-exposed-backup";
import { hashOf } from "./hash-of";
import { runDue } from "./schedule";
import { openStream } from "./seal-stream";
import { listBackups, runBackup } from "./services";

type Input = Parameters<typeof setBackupSetting>[0];

const secret = "ab".repeat(32);
const keys = deriveKeys(Buffer.from(secret, "hex"));
const passphrase = "twelve or more of them";
const minuteMs = 60_000;
let fixture: TrashFixture;
let app: App;
let root: Ctx;
let audited: AuditLine[];
let told: string[];
let stopHearing = () => {};
/** What those see who are no administrators. */
let open: Parameters<TrashFixture["limited"]>[0];

beforeEach(async () => {
  fixture = await makeTrashFixture();
  setTaskKinds([defineTask({ kind: "backup", access: "session" })]);
  const { db } = fixture.ctx;
  await db.user.update({ where: { id: "mia" }, data: { isRoot: true } });
  forgetActors();
  writeFileSync(path.join(fixture.base, "secret.key"), `${secret}\n`);
  [audited, told, open] = [[], [], { accessDirs: ["shared"] }];
  root = { ...fixture.ctx, actor: { ...actorOf("mia", true), scopes: null }, about: () => {} };
  app = startAppOf({
    db,
    keys,
    version: "1.2.3",
    log: pino({ level: "silent" }),
    env: { dataDir: fixture.base } as App["env"],
    stopping: new AbortController().signal,
    storageFor: ({ isRoot }) => (isRoot ? fixture.storage : fixture.limited(open)),
    audit: auditInto(audited),
  });
  stopHearing = onTold(({ userId, message }) => void told.push(`${userId} ${message.kind} ${message.words}`));
  await fixture.storage.createFolder("r/backups" as VirtualPath);
  await backupState.save(db, { planned_from: null, last: null, last_done_at: null });
});
afterEach(async () => {
  stopHearing();
  // What other tests of this process find.
  await fixture.ctx.db.setting.deleteMany();
  for (const setting of [backupSetting, backupState]) await setting.load(fixture.ctx.db);
  await fixture.close();
});

const folder = () => path.join(fixture.root, "backups");
const files = () => readdirSync(folder()).sort();
const input = (change: Partial<Input> = {}): Input => ({
  on: true,
  folder: "r/backups" as VirtualPath,
  rhythm: "hours",
  days: [1],
  minute: 0,
  hours: 1,
  keep: 2,
  is_encrypted: false,
  passphrase: null,
  ...change,
});
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
const planned = (agoMs: number) =>
  backupState.save(app.db, { ...backupState.get(), planned_from: Date.now() - agoMs, last: null });

async function usersIn(file: string): Promise<unknown> {
  const client = createClient({ url: `file:${file}` });
  try {
    const { rows } = await client.execute('SELECT "id" FROM "User" ORDER BY "id"');
    const { rows: made } = await client.execute('SELECT "secret" FROM "_filedeck_backup"');
    return [...rows.map(({ id }) => id), made[0]?.["secret"]];
  } finally {
    client.close();
  }
}

test("a backup has the database and the keys, only its owner reads it, and nothing is left beside it", async () => {
  await setBackupSetting(input(), root);
  const task = await fixture.end(await runBackup({}, root), root);
  expect([task.state, task.failures]).toEqual(["done", []]);
  const [name = "", ...others] = files();
  expect([others, statSync(path.join(folder(), name)).mode & 0o777]).toEqual([[], 0o600]);
  expect(await usersIn(path.join(folder(), name))).toEqual(["mia", "tom", secret]);
  expect(readdirSync(fixture.base).filter((left) => left.startsWith(".backup"))).toEqual([]);
  const listed = await listBackups({}, root);
  expect(listed.backups.map((one) => [one.name, one.is_encrypted])).toEqual([[name, false]]);
  expect([listed.last?.name, listed.is_running]).toEqual([name, false]);
  expect(listed.next_at).toBeGreaterThan(Date.now() + 59 * minuteMs);
});

test("with a passphrase it opens with that alone, and the passphrase is told to nobody", async () => {
  expect(await keyOf(setBackupSetting(input({ is_encrypted: true }), root))).toBe("backup/no-passphrase");
  const answer = await setBackupSetting(input({ is_encrypted: true, passphrase }), root);
  expect(answer.has_passphrase).toBe(true);
  for (const seen of [answer, await getBackupSetting({}, root), backupSetting.get()])
    expect(JSON.stringify(seen)).not.toContain(passphrase);
  expect((await fixture.end(await runBackup({}, root), root)).state).toBe("done");
  const [name = ""] = files();
  expect(name).toMatch(/\.backup\.sealed$/);
  const sealed = readFileSync(path.join(folder(), name));
  expect([sealed.includes(secret), sealed.includes("SQLite format 3")]).toEqual([false, false]);
  const bytes = async function* () {
    yield sealed;
  };
  await expect(hashOf(openStream(bytes(), "another one that is long"))).rejects.toThrow("wrong");
  const opened: Uint8Array[] = [];
  for await (const chunk of openStream(bytes(), passphrase)) opened.push(chunk);
  const file = path.join(fixture.base, "opened.db");
  writeFileSync(file, Buffer.concat(opened));
  expect(await usersIn(file)).toEqual(["mia", "tom", secret]);
  // Saved without a new one, it stays.
  expect((await setBackupSetting(input({ is_encrypted: true }), root)).has_passphrase).toBe(true);
});

test("the newest are kept; what others have put there stays, also another server's backups", async () => {
  await setBackupSetting(input({ keep: 2 }), root);
  const server = serverMark(keys);
  const old = [1, 2, 3].map((day) => backupName({ server, atMs: Date.UTC(2026, 0, day), isSealed: day === 2 }));
  const foreign = backupName({ server: "0".repeat(8), atMs: 0, isSealed: false });
  const leftover = `${old[0]}.part`;
  for (const name of [...old, foreign, leftover, "notes.backup"]) writeFileSync(path.join(folder(), name), "x");
  await fixture.end(await runBackup({}, root), root);
  const left = files();
  expect(left).toHaveLength(4);
  expect(left).toEqual(expect.arrayContaining([foreign, "notes.backup", old[2]]));
});

test("the schedule makes what is due, and what was missed, and says so", async () => {
  await setBackupSetting(input(), root);
  await runDue(app);
  expect(files()).toEqual([]);
  await planned(61 * minuteMs);
  await runDue(app);
  await runDue(app);
  expect([files().length, told]).toEqual([1, []]);
  expect(audited.map(({ action, outcome }) => [action, outcome])).toEqual([["SCHEDULE backup", "success"]]);
  await backupState.load(app.db);
  expect(backupState.get().last?.name).toBe(files()[0]);
  await planned(90 * minuteMs);
  await setTimeout(1_001); // names have seconds
  await runDue(app);
  expect([files().length, told]).toEqual([2, ["mia server backupLate"]]);
});

test("one that fails leaves nothing, is told to administrators, and is not tried again at once", async () => {
  await setBackupSetting(input(), root);
  renameSync(folder(), path.join(fixture.root, "elsewhere"));
  await planned(61 * minuteMs);
  await runDue(app);
  await runDue(app);
  expect(told).toEqual(["mia server backupFailed"]);
  expect(audited.map(({ outcome }) => outcome)).toEqual(["file/not-found"]);
  const { last, problem } = await listBackups({}, root);
  expect([last?.problem, problem]).toEqual(["file/not-found", "file/not-found"]);
  expect(existsSync(folder())).toBe(false);
  expect(readdirSync(fixture.base).filter((name) => name.startsWith(".backup"))).toEqual([]);
});

test("only administrators see and change it", async () => {
  const { ctx } = fixture;
  const tries = [getBackupSetting({}, ctx), setBackupSetting(input(), ctx), listBackups({}, ctx), runBackup({}, ctx)];
  expect(await Promise.all(tries.map(keyOf))).toEqual(tries.map(() => "auth/root-only"));
  expect(await keyOf(setBackupSetting(input({ folder: null }), root))).toBe("backup/no-folder");
  expect(await keyOf(setBackupSetting(input({ folder: "r/nowhere" as VirtualPath }), root))).toBe("file/not-found");
});

test("in the clear it goes to no folder that others can open, neither when it is planned nor when it is made", async () => {
  await setBackupSetting(input(), root);
  open = { accessDirs: [""] };
  expect(await keyOf(setBackupSetting(input(), root))).toBe("backup/exposed");
  const { failures } = await fixture.end(await runBackup({}, root), root);
  expect(failures.map(({ error }) => error)).toEqual(["backup/exposed"]);
  await planned(61 * minuteMs);
  await runDue(app);
  // A task that took its time is told of, too.
  expect(told).toContain("mia server backupFailed");
  expect([files(), backupState.get().last?.problem]).toEqual([[], "backup/exposed"]);
  expect(await keyOf(setBackupSetting(input({ is_encrypted: true, passphrase }), root))).toBe("done");
  expect((await fixture.end(await runBackup({}, root), root)).state).toBe("done");
  expect(await hasExposedBackup(app.db)).toBe(false);
  open = { accessDirs: [""], denyDirs: ["backups"] };
  await setBackupSetting(input(), root);
  await fixture.end(await runBackup({}, root), root);
  expect(await hasExposedBackup(app.db)).toBe(false);
  // Somebody is given the folder afterwards.
  open = { accessDirs: ["backups"] };
  expect(await hasExposedBackup(app.db)).toBe(true);
  const plain = files().find((name) => name.endsWith(".backup")) ?? "";
  const file = await fixture.limited(open).open(`r/backups/${plain}` as VirtualPath);
  const head: Uint8Array[] = [];
  for await (const chunk of file.stream()) head.push(chunk);
  await file.close();
  // What it is about: the mode of the file keeps nobody here from it.
  expect(Buffer.concat(head).includes(secret)).toBe(true);
});
