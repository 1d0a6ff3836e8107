import { createHash } from "node:crypto";
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
import { readPassphrase, type ReadPassphrase } from "./read-passphrase";
import { openStream, sealStream } from "./seal-stream";

const encryptOption = "--encrypt";
const usage = `Usage: backup <file> [${encryptOption}]
Backs up the database and the server's key to a new file. The server can keep running. Use - to write to standard output.
With ${encryptOption}, asks for a passphrase, or reads it from standard input, and encrypts the file.`;

type Run = {
  dataDir: string;
  args: readonly string[];
  version: string;
  say: (text: string) => void;
  askPassphrase?: ReadPassphrase;
};

/**
 * `backup <file>`: a consistent copy of the database with the server's keys in a table of its own, closed to other users. The
 * file appears whole or not at all; encrypted, it is read back before. Throws CommandError with what to tell.
 */
export async function makeBackup({ dataDir, args, version, say, askPassphrase = readPassphrase }: Run): Promise<void> {
  const [target, ...others] = args.filter((arg) => arg !== encryptOption);
  if (target === undefined || others.length > 0) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: no database found in ${dataDir}. Set it to the value the server uses.`);
  if (target !== "-" && existsSync(target)) throw new CommandError(`${target} already exists. Nothing was written.`);
  const passphrase = args.includes(encryptOption) ? await askPassphrase({ isNew: true, say }) : null;
  const copy = path.join(dataDir, `.backup-${randomId()}.part`);
  try {
    await asOwnerOf(file, async () => {
      await writeFile(copy, "", { mode: 0o600, flag: "wx" });
      await copyDatabase(file, { copy, version, secret: readSecret(dataDir) });
      await noteBackup(file, target);
    });
    if (target === "-") await pipeline(contentOf(copy, passphrase), process.stdout, { end: false });
    else await moveTo(copy, { target, passphrase });
  } finally {
    rmSync(copy, { force: true });
  }
  if (target !== "-")
    say(
      passphrase === null
        ? `Backup written to ${target}. Keep it safe: with this file, anyone can sign in as any user.\n`
        : `Encrypted backup written to ${target} and checked. Without the passphrase, nobody can restore it.\n`,
    );
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

/** In pieces, sealed with the passphrase if there is one. */
function contentOf(copy: string, passphrase: string | null): AsyncIterable<Uint8Array> {
  const source: AsyncIterable<Uint8Array> = createReadStream(copy);
  return passphrase === null ? source : sealStream(source, passphrase);
}

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source) hash.update(chunk);
  return hash.digest("hex");
}

/** What was written is opened again and compared, before it gets its name. */
async function assertOpens(part: string, { copy, passphrase }: { copy: string; passphrase: string }): Promise<void> {
  const [written, wanted] = [openStream(createReadStream(part), passphrase), createReadStream(copy)];
  if ((await hashOf(written)) !== (await hashOf(wanted))) throw new Error("what was written can't be read back");
}

/** Beside its place first, durable, then by name: a backup that was cut off is none. */
async function moveTo(
  copy: string,
  { target, passphrase }: { target: string; passphrase: string | null },
): Promise<void> {
  const part = `${target}.part`;
  try {
    closeSync(openSync(part, "wx", 0o600));
    await pipeline(contentOf(copy, passphrase), createWriteStream(part, { flags: "r+" }));
    const handle = await open(part, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (passphrase !== null) await assertOpens(part, { copy, passphrase });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandError(`Cannot write to ${target}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
