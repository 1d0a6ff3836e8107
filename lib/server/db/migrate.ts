import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createClient, type Client } from "@libsql/client";

/** The database was written by a newer version, or by a changed migration; starting would damage it. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

type Migration = { name: string; sql: string; checksum: string };

/**
 * Brings the database to the checked-in migrations, in order, each in a transaction, after a copy beside it. Writes Prisma's
 * own table with SHA-256 checksums, so that `prisma migrate deploy` stays usable. Returns the names it applied.
 */
export async function migrate(file: string, migrationsDir: string): Promise<string[]> {
  const migrations = readMigrations(migrationsDir);
  const isNew = !existsSync(file);
  // SQLite gives its other files the mode of this one: nobody else reads hashes and sessions.
  if (isNew) writeFileSync(file, "", { mode: 0o600, flag: "wx" });
  const client = createClient({ url: `file:${file}` });
  try {
    await client.execute("PRAGMA journal_mode = WAL");
    await client.execute(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
      "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
      "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`);
    const pending = pendingMigrations(migrations, await appliedMigrations(client));
    if (pending.length > 0 && !isNew) await copyBeside(client, file);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    client.close();
  }
}

/** Refuses a database that this version would first have to migrate, or that a newer one made. Changes nothing. */
export async function assertMigrated(file: string, migrationsDir: string): Promise<void> {
  const client = createClient({ url: `file:${file}` });
  try {
    const pending = pendingMigrations(readMigrations(migrationsDir), await appliedMigrations(client));
    if (pending.length > 0)
      throw new MigrationError(
        "The database is from an older version of Filedeck. Start the server once to upgrade it.",
      );
  } finally {
    client.close();
  }
}

/** Refuses a database that a newer version made, or a changed migration. */
export async function assertNotNewer(client: Client, migrationsDir: string): Promise<void> {
  pendingMigrations(readMigrations(migrationsDir), await appliedMigrations(client));
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function appliedMigrations(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.execute(
    `SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [textOf(row["migration_name"]), textOf(row["checksum"])]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function pendingMigrations(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new MigrationError(
        `The database is from a newer version of Filedeck (it contains ${name}). Start that version, or restore a backup.`,
      );
    if (known.get(name) !== checksum)
      throw new MigrationError(`Migration ${name} differs from the one applied to this database. Reinstall Filedeck.`);
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** One copy, of the state before the last upgrade; VACUUM INTO is consistent and takes an empty file as target. */
async function copyBeside(client: Client, file: string): Promise<void> {
  const copy = `${file}.before-upgrade`;
  writeFileSync(copy, "", { mode: 0o600 });
  await client.execute({ sql: "VACUUM INTO ?", args: [copy] });
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  const transaction = await client.transaction("write");
  try {
    await transaction.executeMultiple(sql);
    await transaction.execute({
      sql: `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count) VALUES (?, ?, ?, ?, 1)`,
      args: [randomUUID(), checksum, Date.now(), name],
    });
    await transaction.commit();
  } finally {
    transaction.close();
  }
}
