import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
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
  await expect(migrate(file, "prisma/migrations")).rejects.toThrow("newer Filedeck");
  writeFileSync(path.join(migrations, "9001_newer", "migration.sql"), "-- changed");
  await expect(migrate(file, migrations)).rejects.toThrow("not the one");
});
