import { existsSync } from "node:fs";
import { link, lstat, open, rename, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { backupCommandCode } from "@/lib/contracts/audited-actions";
import { randomId } from "@/lib/shared/units";
import { hashOf } from "@/lib/server/backup/hash-of";
import { openStream, sealStream } from "@/lib/server/backup/seal-stream";
import { copyDatabase } from "@/lib/server/db/backup/copy-database";
import { createCopyFile, readSecret, type CopyFile } from "@/lib/server/db/backup/copy-file";
import { openDb } from "@/lib/server/db/open-db";
import { CommandError, isOption } from "@/lib/server/start/command-error";
import { recordCommand } from "@/lib/server/start/record-command";
import { asOwnerOf } from "./as-owner";
import { piecesOf } from "./pieces-of";
import { readPassphrase, type ReadPassphrase } from "./read-passphrase";

const encryptOption = "--encrypt";
const usage = `Usage: backup <file> [${encryptOption}]
Backs up the database and the server's key, while the server runs or not.

  <file>      The backup that is made, such as /backup/filedeck.db. There must be none of this name yet. - writes to standard output.
  ${encryptOption}   Encrypts it with a passphrase, which is asked for or is the first line of standard input.

restore <file> brings it back.`;

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
  if (target === undefined || others.length > 0 || isOption(target)) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: no database found in ${dataDir}. Set it to the value the server uses.`);
  if (target !== "-" && existsSync(target)) throw new CommandError(`${target} already exists. Nothing was written.`);
  const passphrase = args.includes(encryptOption) ? await askPassphrase({ isNew: true, say }) : null;
  const copy = await asOwnerOf(file, () => createCopyFile(dataDir, randomId()));
  try {
    await asOwnerOf(file, async () => {
      await copyDatabase({ file, copy: copy.place, version, secret: readSecret(dataDir) });
      await noteBackup(file, target);
    });
    if (target === "-") await pipeline(contentOf(copy, passphrase), process.stdout, { end: false });
    else await moveTo(copy, { target, passphrase });
  } finally {
    copy.remove();
  }
  if (target !== "-")
    say(
      passphrase === null
        ? `Backup written to ${target}. Keep it safe: with this file, anyone can sign in as any user.\n`
        : `Encrypted backup written to ${target} and checked. Without the passphrase, nobody can restore it.\n`,
    );
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
function contentOf(copy: CopyFile, passphrase: string | null): AsyncIterable<Uint8Array> {
  return passphrase === null ? copy.read() : sealStream(copy.read(), passphrase);
}

/** What was written is opened again and compared, before it gets its name. */
async function assertOpens(
  part: FileHandle,
  { copy, passphrase }: { copy: CopyFile; passphrase: string },
): Promise<void> {
  const written = openStream(piecesOf(part), passphrase);
  if ((await hashOf(written)) !== (await hashOf(copy.read()))) throw new Error("what was written can't be read back");
}

/**
 * Beside its place first, durable, then by name: a backup that was cut off is none. Others may write to the folder: the name of what is
 * beside it is not to be guessed, what was opened is written and read alone, and the name goes to nothing else.
 */
async function moveTo(
  copy: CopyFile,
  { target, passphrase }: { target: string; passphrase: string | null },
): Promise<void> {
  const part = `${target}.${randomId()}.part`;
  try {
    const handle = await open(part, "wx+", 0o600);
    try {
      // Each is written behind the last.
      for await (const piece of contentOf(copy, passphrase)) await handle.writeFile(piece);
      await handle.sync();
      if (passphrase !== null) await assertOpens(handle, { copy, passphrase });
      // Refuses a name that was taken meanwhile.
      await link(part, target).catch((error: unknown) => linkless(error, () => rename(part, target)));
      await rm(part, { force: true });
      const [written, named] = [await handle.stat(), await lstat(target)];
      if (written.dev !== named.dev || written.ino !== named.ino) throw new Error("another file took its place");
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandError(`Cannot write to ${target}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A disk without hard links. */
function linkless(error: unknown, work: () => Promise<void>): Promise<void> {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EPERM" || code === "EOPNOTSUPP" || code === "ENOSYS" || code === "EMLINK") return work();
  throw error;
}
