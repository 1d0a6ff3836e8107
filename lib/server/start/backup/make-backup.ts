import { closeSync, createReadStream, createWriteStream, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createClient } from "@libsql/client";
import { backupCommandCode } from "@/lib/contracts/audited-actions";
import { randomId } from "@/lib/shared/units";
import { openDb } from "@/lib/server/db/open-db";
import { CommandError } from "@/lib/server/start/command-error";
import { recordCommand } from "@/lib/server/start/record-command";
import { asOwnerOf } from "./as-owner";
import { backupTable } from "./backup-table";

const usage = `Usage: backup <file>
Backs up the database and the server's key to a new file. The server can keep running. Use - to write to standard output.`;

type Run = { dataDir: string; args: readonly string[]; version: string; say: (text: string) => void };

/**
 * `backup <file>`: a consistent copy of the database with the server's keys in a table of its own, closed to other users. The
 * file appears whole or not at all. Throws CommandError with what to tell.
 */
export async function makeBackup({ dataDir, args, version, say }: Run): Promise<void> {
  const [target, ...others] = args;
  if (target === undefined || others.length > 0) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: no database found in ${dataDir}. Set it to the value the server uses.`);
  if (target !== "-" && existsSync(target)) throw new CommandError(`${target} already exists. Nothing was written.`);
  const copy = path.join(dataDir, `.backup-${randomId()}.part`);
  try {
    await asOwnerOf(file, async () => {
      await writeFile(copy, "", { mode: 0o600, flag: "wx" });
      await copyDatabase(file, { copy, version, secret: readSecret(dataDir) });
      await noteBackup(file, target);
    });
    if (target === "-") await pipeline(createReadStream(copy), process.stdout, { end: false });
    else await moveTo(copy, target);
  } finally {
    rmSync(copy, { force: true });
  }
  if (target !== "-")
    say(`Backup written to ${target}. Keep it safe: with this file, anyone can sign in as any user.\n`);
}

function readSecret(dataDir: string): string {
  return readFileSync(path.join(dataDir, "secret.key"), "utf8").trim();
}

/** VACUUM INTO reads in one transaction beside a writing server, and takes an empty file as target. */
async function copyDatabase(
  file: string,
  { copy, version, secret }: { copy: string; version: string; secret: string },
) {
  const source = createClient({ url: `file:${file}` });
  try {
    await source.execute({ sql: "VACUUM INTO ?", args: [copy] });
  } finally {
    source.close();
  }
  const made = createClient({ url: `file:${copy}` });
  try {
    await made.execute(
      `CREATE TABLE "${backupTable}" ("secret" TEXT NOT NULL, "version" TEXT NOT NULL, "madeAt" TEXT NOT NULL)`,
    );
    const args = [secret, version, new Date().toISOString()];
    await made.execute({ sql: `INSERT INTO "${backupTable}" VALUES (?, ?, ?)`, args });
  } finally {
    made.close();
  }
}

async function noteBackup(file: string, target: string): Promise<void> {
  const db = openDb(file);
  try {
    await recordCommand(db, { action: backupCommandCode, target });
  } finally {
    await db.$disconnect();
  }
}

/** Beside its place first, durable, then by name: a backup that was cut off is none. */
async function moveTo(copy: string, target: string): Promise<void> {
  const part = `${target}.part`;
  try {
    closeSync(openSync(part, "wx", 0o600));
    await pipeline(createReadStream(copy), createWriteStream(part, { flags: "r+" }));
    const handle = await open(part, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandError(`Cannot write to ${target}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
