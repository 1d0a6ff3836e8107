import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { migrate } from "./migrate";
import { openDb, type Db } from "./open-db";

let bytes: Promise<Buffer> | undefined;

/** Of what all migrations make of nothing. */
async function makeOnce(): Promise<Buffer> {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-db-"));
  try {
    const file = path.join(dir, "filedeck.db");
    await migrate(file, "prisma/migrations");
    const client = createClient({ url: `file:${file}` });
    // The driver closes when it is collected, so the log is still there, and all is in it.
    await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    client.close();
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** For tests: a migrated database without a row at this path, where nothing is yet. All migrations, once in a process, take as long as sixty copies. */
export async function writeNewDb(file: string): Promise<void> {
  bytes ??= makeOnce();
  writeFileSync(file, await bytes, { mode: 0o600, flag: "wx" });
}

/** The same, open. */
export async function openNewDb(file: string): Promise<Db> {
  await writeNewDb(file);
  return openDb(file);
}
