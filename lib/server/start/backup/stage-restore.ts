import {
  chownSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { createClient, type Client } from "@libsql/client";
import { backupState } from "@/lib/server/backup/backup-setting";
import { restoreCommandCode } from "@/lib/contracts/audited-actions";
import { assertNotNewer } from "@/lib/server/db/migrate";
import { openDb } from "@/lib/server/db/open-db";
import { CommandError, isOption } from "@/lib/server/start/command-error";
import { recordCommand } from "@/lib/server/start/record-command";
import { backupTable, staged } from "@/lib/server/db/backup/backup-table";
import { piecesOf } from "./pieces-of";
import { judgedStartsKey } from "@/lib/server/docker/starts/known-starts";
import { replacementPrefix } from "@/lib/server/docker/make/noted-replacements";
import { readPassphrase, type ReadPassphrase } from "./read-passphrase";
import { syncOne } from "./sync-one";
import { sealedEnding } from "@/lib/server/backup/backup-name";
import { isSealed, openStream, SealError, sealedHeadBytes } from "@/lib/server/backup/seal-stream";

const usage = `Usage: restore <file>
Checks a backup and prepares it. Nothing changes for a server that runs: its next start restores the backup, and keeps the current database beside it.

  <file>      A backup of the command backup, or of Settings, Backups, such as /backup/filedeck.db. If it is encrypted, the passphrase is asked for,
              or is the first line of standard input.`;

type Run = {
  dataDir: string;
  appDir: string;
  args: readonly string[];
  say: (text: string) => void;
  askPassphrase?: ReadPassphrase;
};

/**
 * `restore <file>`: also while the server runs, for nothing changes under it: the next start takes what is laid ready here.
 * Refuses what is damaged, is no backup, or comes from a newer version. Throws CommandError or MigrationError.
 */
export async function stageRestore({ dataDir, appDir, args, say, askPassphrase = readPassphrase }: Run): Promise<void> {
  const [source, ...others] = args;
  if (source === undefined || others.length > 0 || isOption(source)) throw new CommandError(usage);
  if (!existsSync(source)) throw new CommandError(`File not found: ${source}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const part = path.join(dataDir, `${staged.db}.part`);
  const key = path.join(dataDir, staged.key);
  const remove = () => {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(part + end, { force: true });
  };
  remove();
  try {
    // Read as who runs this, who may be the only one that can.
    writeFileSync(part, "", { mode: 0o600 });
    await copyOpened(source, { part, ask: () => askPassphrase({ isNew: false, say }) });
    const { secret, madeAt } = await unpack(part, path.join(appDir, "prisma", "migrations"));
    await record(part, { source, madeAt });
    const ready = path.join(dataDir, staged.db);
    // One that was laid ready before has another key: whatever ends this, the two are never taken together.
    rmSync(ready, { force: true });
    writeFileSync(key, `${secret}\n`, { mode: 0o600 });
    giveToOwner(dataDir, [part, key]);
    for (const file of [part, key]) syncOne(file);
    // Last: what has this name is complete.
    renameSync(part, ready);
    syncOne(dataDir);
    say(
      `The backup from ${madeAt} is ready. Start or restart Filedeck to restore it. The current database will be kept as filedeck.db.before-restore.\n`,
    );
  } finally {
    remove();
  }
}

/**
 * As it was before it was encrypted, where it was. Opened once: others may write to the folder that it is in. What is named as encrypted and is not
 * may be theirs as well, and no passphrase would tell.
 */
async function copyOpened(source: string, { part, ask }: { part: string; ask: () => Promise<string> }): Promise<void> {
  const file = await openNoLink(source);
  try {
    const head = await file.read(Buffer.alloc(sealedHeadBytes), 0, sealedHeadBytes, 0);
    const isEncrypted = isSealed(head.buffer.subarray(0, head.bytesRead));
    if (!isEncrypted && source.endsWith(sealedEnding))
      throw new CommandError(`${source} is named as an encrypted backup and isn't encrypted. Nothing was changed.`);
    const read = piecesOf(file);
    const opened = isEncrypted ? openStream(read, await ask()) : read;
    await pipeline(opened, createWriteStream(part, { flags: "r+" })).catch((error: unknown) => {
      throw error instanceof SealError ? new CommandError(`${error.message} Nothing was changed.`) : error;
    });
  } finally {
    await file.close();
  }
}

async function openNoLink(source: string): Promise<FileHandle> {
  try {
    return await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ELOOP")) throw error;
    throw new CommandError(`${source} is a link. Name the file that it leads to. Nothing was changed.`);
  }
}

async function unpack(file: string, migrationsDir: string): Promise<{ secret: string; madeAt: string }> {
  const client = createClient({ url: `file:${file}` });
  try {
    const made = await readMade(client);
    await assertNotNewer(client, migrationsDir);
    await client.execute(`DROP TABLE "${backupTable}"`);
    // Who was signed out since then must not be signed in again.
    await client.execute(`DELETE FROM "Session"`);
    // What was in the middle then is over, and containers that were started since then were judged then.
    await client.execute({
      sql: `DELETE FROM "Setting" WHERE "key" LIKE ? OR "key" = ?`,
      args: [`${replacementPrefix}%`, judgedStartsKey],
    });
    await client.execute("VACUUM"); // leaves nothing of the key in free pages
    return made;
  } finally {
    client.close();
  }
}

async function readMade(client: Client): Promise<{ secret: string; madeAt: string }> {
  const notOne = new CommandError("This is not a Filedeck backup, or it is damaged. Nothing was changed.");
  try {
    const { rows: checked } = await client.execute("PRAGMA integrity_check");
    const { rows } = await client.execute(`SELECT "secret", "madeAt" FROM "${backupTable}"`);
    const { secret, madeAt } = z
      .object({ secret: z.string().regex(/^[0-9a-f]{64}$/), madeAt: z.string() })
      .parse(rows[0]);
    if (checked[0]?.["integrity_check"] !== "ok") throw notOne;
    return { secret, madeAt };
  } catch {
    throw notOne;
  }
}

/** In what is restored: by which command, and that there is this backup, which was not finished when the database in it was copied. */
async function record(file: string, { source, madeAt }: { source: string; madeAt: string }): Promise<void> {
  const db = openDb(file);
  try {
    await backupState.load(db);
    const state = backupState.get();
    const doneAt = Math.max(state.last_done_at ?? 0, Date.parse(madeAt) || 0);
    await backupState.save(db, { ...state, last_done_at: doneAt === 0 ? null : doneAt });
    await recordCommand(db, { action: restoreCommandCode, target: source });
  } finally {
    await db.$disconnect();
  }
}

/** The data folder's user is the one that the server runs as. */
function giveToOwner(dataDir: string, files: readonly string[]): void {
  const { uid, gid } = statSync(dataDir);
  if (process.geteuid?.() === 0) for (const file of files) chownSync(file, uid, gid);
}
