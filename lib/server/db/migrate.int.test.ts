import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, type Client } from "@libsql/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate, MigrationError } from "./migrate";
import { openDb } from "./open-db";

let dir: string;
let file: string;
let migrations: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-migrate-"));
  file = path.join(dir, "filedeck.db");
  migrations = path.join(dir, "migrations");
  cpSync("prisma/migrations", migrations, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function addMigration(name: string, sql: string): void {
  mkdirSync(path.join(migrations, name));
  writeFileSync(path.join(migrations, name, "migration.sql"), sql);
}

it("makes a database that the client can use, once", async () => {
  expect(await migrate(file, migrations)).toEqual(
    readdirSync(migrations)
      .filter((name) => /^\d/.test(name))
      .toSorted(),
  );
  expect(await migrate(file, migrations)).toEqual([]);
  const db = openDb(file);
  await db.setting.create({ data: { key: "a", value: [1] } });
  expect(await db.setting.findMany()).toEqual([{ key: "a", value: [1] }]);
  await db.$disconnect();
});

it("copies the database before it changes one, and keeps what is in it", async () => {
  await migrate(file, migrations);
  addMigration("9001_more", 'CREATE TABLE "More" ("id" TEXT PRIMARY KEY);');
  expect(await migrate(file, migrations)).toEqual(["9001_more"]);
  expect(existsSync(`${file}.before-upgrade`)).toBe(true);
});

it("leaves nothing of a migration that fails half-way", async () => {
  await migrate(file, migrations);
  addMigration("9001_broken", 'CREATE TABLE "Half" ("id" TEXT); INSERT INTO "NoSuchTable" VALUES (1);');
  await expect(migrate(file, migrations)).rejects.toThrow("NoSuchTable");
  const db = openDb(file);
  const tables = await db.$queryRawUnsafe(`SELECT name FROM sqlite_master WHERE name = 'Half'`);
  await db.$disconnect();
  expect(tables).toEqual([]);
});

it("refuses a newer or changed database with a clear word", async () => {
  addMigration("9001_newer", 'CREATE TABLE "Newer" ("id" TEXT);');
  await migrate(file, migrations);
  await expect(migrate(file, "prisma/migrations")).rejects.toThrow(MigrationError);
  await expect(migrate(file, "prisma/migrations")).rejects.toThrow("newer version of Filedeck");
  writeFileSync(path.join(migrations, "9001_newer", "migration.sql"), "-- changed");
  await expect(migrate(file, migrations)).rejects.toThrow("differs from the one applied");
});

/** A database as it was before a migration, with what `fill` puts into it, and then all later ones. */
async function migrateOver(number: string, fill: (before: Client) => Promise<unknown>): Promise<void> {
  const later = readdirSync(migrations).filter((name) => /^\d/.test(name) && name >= number);
  for (const name of later) renameSync(path.join(migrations, name), path.join(dir, name));
  await migrate(file, migrations);
  const before = createClient({ url: `file:${file}` });
  await fill(before);
  before.close();
  for (const name of later) renameSync(path.join(dir, name), path.join(migrations, name));
  await migrate(file, migrations);
}

it("makes lines of the audit log readable whose bytes ended whoever read them", async () => {
  await migrateOver("0019", (before) =>
    before.batch(
      [
        ["x'EDA080'", "'files/ok'"],
        ["'mia ڀ ퟿ 🎉'", "CAST('files/' || x'EDBFBF' AS TEXT)"],
      ].map(
        ([username, target]) =>
          `INSERT INTO "Audit" ("at", "username", "address", "action", "target", "outcome", "requestId")
           VALUES (CURRENT_TIMESTAMP, CAST(${username} AS TEXT), '', 'a', ${target}, 'success', '')`,
      ),
    ),
  );
  const db = openDb(file);
  const rows = await db.audit.findMany({ orderBy: { id: "asc" } });
  await db.$disconnect();
  expect(rows.map(({ username, target }) => [username, target])).toEqual([
    ["?", "files/ok"],
    ["mia ڀ ퟿ 🎉", "?"],
  ]);
});

it("moves what is long about a task out of the row that lists read, and calls no old failure news", async () => {
  const failures = Array.from({ length: 9 }, (_, index) => ({ path: `r/${index}`, error: "file/exists" }));
  const progress = { revision: 1, title: "Film", failures, failureCount: 9, result: { a: "x" } };
  await migrateOver("0017", (before) =>
    before.batch([
      `INSERT INTO "User" ("id", "username", "passwordHash", "grants", "preferences") VALUES ('u', 'u', '', '{}', '{}')`,
      {
        sql: `INSERT INTO "Task" ("id", "kind", "state", "ownerId", "input", "progress", "finishedAt") VALUES ('t', 'copy', 'failed', 'u', ?, ?, CURRENT_TIMESTAMP)`,
        args: [JSON.stringify({ files: ["r/a"] }), JSON.stringify(progress)],
      },
    ]),
  );
  const db = openDb(file);
  const row = await db.task.findUniqueOrThrow({ where: { id: "t" }, include: { detail: true } });
  await db.$disconnect();
  expect(row.progress).toEqual({ revision: 1, title: "Film", failures: failures.slice(0, 3), failureCount: 9 });
  expect([row.words, row.seenAt === null]).toEqual(["film", false]);
  expect(row.detail).toEqual({ taskId: "t", input: { files: ["r/a"] }, outcome: { failures, result: { a: "x" } } });
});

it("takes the names of accounts that a provider made for chosen, not those of a proxy's or of linked ones", async () => {
  const accounts = { made: ["https://idp", 1], linked: ["https://idp", 0], proxied: ["urn:filedeck:proxy", 1] };
  await migrateOver("0049", (before) =>
    before.batch(
      Object.entries(accounts).flatMap(([id, [issuer, isOrigin]]) => [
        `INSERT INTO "User" ("id", "username", "passwordHash", "grants", "preferences") VALUES ('${id}', '${id}', '', '{}', '{}')`,
        `INSERT INTO "Identity" ("id", "userId", "issuer", "subject", "name", "isOrigin") VALUES ('${id}', '${id}', '${issuer}', '${id}', '', ${isOrigin})`,
      ]),
    ),
  );
  const db = openDb(file);
  const users = await db.user.findMany({ where: { choseName: true } });
  await db.$disconnect();
  expect(users.map(({ id }) => id)).toEqual(["made"]);
});
