import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeNewDb } from "@/lib/server/db/made-once-fixture";
import { migrate } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { loadSecret } from "../load-secret";
import { backupState } from "@/lib/server/backup/backup-setting";
import { applyRestore } from "./apply-restore";
import { makeBackup } from "./make-backup";
import { stageRestore } from "./stage-restore";

let dir: string;
let dataDir: string;
let file: string;
let backup: string;
const appDir = process.cwd();
const say = () => undefined;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-backup-"));
  dataDir = path.join(dir, "data");
  mkdirSync(dataDir);
  [file, backup] = [path.join(dataDir, "filedeck.db"), path.join(dir, "b.filedeck")];
  await writeNewDb(file);
  loadSecret(dataDir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const save = (args = [backup], passphrase = "") =>
  makeBackup({ dataDir, args, version: "1.2.3", say, askPassphrase: async () => passphrase });
const restore = (args = [backup], passphrase = "") =>
  stageRestore({ dataDir, appDir, args, say, askPassphrase: async () => passphrase });
const secret = (name = "secret.key") => readFileSync(path.join(dataDir, name), "utf8");

async function using<T>(work: (db: Db) => Promise<T>, at = file): Promise<T> {
  const db = openDb(at);
  try {
    return await work(db);
  } finally {
    await db.$disconnect();
  }
}

const user = (id: string) => ({ id, username: id, passwordHash: "", grants: {}, preferences: {} });
const names = (at = file) => using(async (db) => (await db.user.findMany()).map(({ id }) => id), at);

it("comes back as it was, keys included, beside a writer, without old sessions; what was there is kept", async () => {
  const key = secret();
  const running = openDb(file);
  await running.user.create({ data: user("before") });
  const session = { userId: "before", tokenHash: "", address: "", agent: "", expiresAt: new Date() };
  await running.session.create({ data: { ...session, id: "one" } });
  for (const key of ["container-replacement/a", "judgedStarts", "kept"])
    await running.setting.create({ data: { key, value: {} } });
  await save();
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  await running.user.create({ data: user("after") });
  writeFileSync(path.join(dataDir, "secret.key"), `${"0".repeat(64)}\n`);

  await restore();
  // Nothing changes under the one that runs.
  expect(await running.user.count()).toBe(2);
  copyFileSync(`${file}-wal`, path.join(dir, "stale-wal"));
  await running.$disconnect();
  // As a kill would leave it.
  copyFileSync(path.join(dir, "stale-wal"), `${file}-wal`);

  expect(applyRestore(dataDir)).toBe(true);
  expect(existsSync(`${file}-wal`) || existsSync(`${file}-shm`)).toBe(false);
  expect(await migrate(file, "prisma/migrations")).toEqual([]);
  expect([await names(), secret()]).toEqual([["before"], key]);
  expect(await using((db) => db.session.count())).toBe(0);
  // What was in the middle then would be finished with containers that are others by now.
  const settings = await using((db) => db.setting.findMany());
  expect(settings.map(({ key: name }) => name)).toEqual(expect.arrayContaining(["kept"]));
  expect(settings.filter(({ key: name }) => /^container-replacement|^judgedStarts/.test(name))).toEqual([]);
  const done = await using((db) => db.audit.findMany());
  expect(done.map(({ action }) => action)).toEqual(["COMMAND restore"]);
  // Of which the copy in the backup could not know.
  expect(Math.abs((backupState.get().last_done_at ?? 0) - Date.now())).toBeLessThan(60_000);
  const tables = await using((db) => db.$queryRawUnsafe(`SELECT name FROM sqlite_master WHERE name LIKE '%backup%'`));
  expect(tables).toEqual([]);
  expect(readFileSync(file).includes(key.trim())).toBe(false);
  expect(await names(`${file}.before-restore`)).toEqual(["before", "after"]);
  expect(secret("secret.key.before-restore")).toBe(`${"0".repeat(64)}\n`);
  expect(applyRestore(dataDir)).toBe(false);
});

it("is finished by the next start where one was cut off", async () => {
  await using((db) => db.user.create({ data: user("before") }));
  await save();
  await using((db) => db.user.deleteMany());
  await restore();
  // The old database and key are away, the new ones not yet there.
  copyFileSync(file, `${file}.before-restore`);
  rmSync(file);
  copyFileSync(path.join(dataDir, "secret.key"), path.join(dataDir, "secret.key.before-restore"));
  rmSync(path.join(dataDir, "secret.key"));
  expect(applyRestore(dataDir)).toBe(true);
  expect(await names()).toEqual(["before"]);
  expect(existsSync(`${file}.before-restore`)).toBe(true);
});

it("is encrypted with a passphrase, and opens with that alone", async () => {
  await using((db) => db.user.create({ data: user("before") }));
  const key = secret().trim();
  await save([backup, "--encrypt"], "correct horse battery");
  const bytes = readFileSync(backup);
  for (const word of ["SQLite format", key, "before"]) expect(bytes.includes(word)).toBe(false);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  await using((db) => db.user.deleteMany());

  await expect(restore([backup], "another horse battery")).rejects.toThrow("The passphrase is wrong");
  const cut = path.join(dir, "cut");
  writeFileSync(cut, bytes.subarray(0, -1000));
  await expect(restore([cut], "correct horse battery")).rejects.toThrow("damaged");
  expect(applyRestore(dataDir)).toBe(false);

  await restore([backup], "correct horse battery");
  expect(applyRestore(dataDir)).toBe(true);
  expect([await names(), secret().trim()]).toEqual([["before"], key]);
  expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("refuses what is damaged, no backup, or newer, and changes nothing", async () => {
  await save();
  const bytes = readFileSync(backup);
  const cut = path.join(dir, "cut");
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
  const text = path.join(dir, "text");
  writeFileSync(text, "no database");
  for (const one of [cut, text, file]) await expect(restore([one])).rejects.toThrow("not a Filedeck backup");
  await expect(restore([path.join(dir, "none")])).rejects.toThrow("File not found");
  const newer = createClient({ url: `file:${backup}` });
  await newer.execute(
    `UPDATE "_prisma_migrations" SET migration_name = '9999_later' WHERE migration_name LIKE '0001%'`,
  );
  newer.close();
  await expect(restore()).rejects.toThrow("newer version of Filedeck");
  expect(applyRestore(dataDir)).toBe(false);
  await expect(save()).rejects.toThrow("already exists");
  await expect(save([path.join(dir, "no", "folder")])).rejects.toThrow("Cannot write to");
  // What is asked for is told, and is no name of a file.
  await expect(save(["--help"])).rejects.toThrow("Usage: backup <file>");
  await expect(restore(["--help"])).rejects.toThrow("Usage: restore <file>");
  expect(existsSync("--help")).toBe(false);
});

it("writes through no link, and reads none, where others may write to the folder", async () => {
  const victim = path.join(dir, "victim");
  writeFileSync(victim, "precious");
  symlinkSync(victim, `${backup}.part`);
  await save();
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(lstatSync(backup).isFile()).toBe(true);
  expect(readdirSync(dir).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    "b.filedeck",
    "b.filedeck.part",
    "data",
    "victim",
  ]);
  symlinkSync("b.filedeck", path.join(dir, "link"));
  await expect(restore([path.join(dir, "link")])).rejects.toThrow("is a link");
  // Somebody's own, in the place of one that only the passphrase opens.
  copyFileSync(backup, path.join(dir, "own.backup.sealed"));
  await expect(restore([path.join(dir, "own.backup.sealed")])).rejects.toThrow("isn't encrypted");
  expect(existsSync(path.join(dataDir, "filedeck.db.restore"))).toBe(false);
});

it("never takes one that was laid ready with the key of another that was cut off", async () => {
  await save();
  await restore();
  const key = path.join(dataDir, "secret.key.restore");
  expect(readdirSync(dataDir)).toContain(path.basename(key));
  rmSync(key);
  // As if it ended there.
  mkdirSync(key);
  await expect(restore()).rejects.toThrow("EISDIR");
  rmSync(key, { recursive: true });
  expect(applyRestore(dataDir)).toBe(false);
});
