import { createHash } from "node:crypto";
import path from "node:path";
import type { StoredBackups } from "@/lib/contracts/backup";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { createCopyFile, databaseBytes, readSecret, type CopyFile } from "@/lib/server/db/backup/copy-file";
import type { Db } from "@/lib/server/db/open-db";
import type { TaskStep } from "@/lib/server/group/task-step";
import { readSpace } from "@/lib/server/machine/read-space";
import { getApp } from "@/lib/server/runtime/app";
import type { Storage, WriteResult } from "@/lib/server/storage/storage";
import { backupName, partNameFor, serverMark } from "./backup-name";
import { backupPassphrase } from "./backup-setting";
import { copyBeside } from "./copy-beside";
import { assertUnexposed } from "./find-reader";
import { folderStorage } from "./folder-storage";
import { hashOf } from "./hash-of";
import { removeOld } from "./list-made";
import { openStream, sealStream } from "./seal-stream";

/** Beside the database: the head of the file, and tags of its pieces. */
const moreBytes = 1024 * 1024;

type Run = Pick<Parameters<TaskStep["run"]>[0], "signal" | "onProgress"> & {
  db: Db;
  storage: Storage;
  setting: StoredBackups;
};
type Made = { name: EntryName; bytes: number; removed: number };

/**
 * Writes a backup beside its name first, durable, reads it back, and only then gives it its name; then it removes those that are too many. Others
 * may write to the folder: nothing there is written through or over, the folder is the one that was chosen, and what gets the name is what was read back.
 * Throws backup/no-folder, backup/no-passphrase, backup/exposed, backup/unreadable, file/… and request/cancelled; then nothing is left of it, and none is removed.
 */
export async function makeBackup({ db, setting, signal, onProgress, ...run }: Run): Promise<Made> {
  const { folder, is_encrypted: isSealed, keep } = setting;
  if (folder === null) throw new AppError("backup/no-folder");
  const passphrase = isSealed ? backupPassphrase(setting) : null;
  if (isSealed && passphrase === null) throw new AppError("backup/no-passphrase");
  const storage = folderStorage(run.storage, { folder, place: setting.place });
  if (!isSealed) await assertUnexposed(db, await storage.placeOf(folder));
  const { env, keys, version } = getApp();
  const server = serverMark(keys);
  await assertRoom(storage, { folder, dataDir: env.dataDir });
  const name = backupName({ server, atMs: Date.now(), isSealed });
  const part = joinVirtualPath(folder, partNameFor(name));
  const copy = await createCopyFile(env.dataDir, randomId());
  try {
    const file = path.join(env.dataDir, "filedeck.db");
    await copyBeside({ file, copy: copy.place, version, secret: readSecret(env.dataDir) }, signal);
    const written = await writePart(copy, { storage, part, passphrase, signal, onProgress });
    await storage.rename(part, joinVirtualPath(folder, name));
    await assertStill(storage, joinVirtualPath(folder, name), written);
    return { name, bytes: written.sizeBytes, removed: await removeOld(storage, { folder, server, keep, signal }) };
  } catch (error) {
    await storage.remove(part, { signal: new AbortController().signal }).catch(() => {}); // what was wrong is told already
    throw error;
  } finally {
    copy.remove();
  }
}

async function assertRoom(storage: Storage, { folder, dataDir }: { folder: VirtualPath; dataDir: string }) {
  const wanted = (await databaseBytes(dataDir)) + moreBytes;
  const [there, here] = [await storage.space(folder), await readSpace(dataDir)];
  if ((there.totalBytes > 0 && there.freeBytes < wanted) || here.availableBytes < wanted)
    throw new AppError("file/disk-full");
}

type Part = Omit<Run, "db" | "setting"> & { part: VirtualPath; passphrase: string | null };

/** Throws backup/unreadable where the name leads to another file than the one that was written. */
async function assertStill(storage: Storage, path: VirtualPath, { etag }: Pick<WriteResult, "etag">): Promise<void> {
  const now = await storage.stat(path);
  if (now.etag !== etag) throw new AppError("backup/unreadable");
}

async function writePart(
  copy: CopyFile,
  { storage, part, passphrase, signal, onProgress }: Part,
): Promise<WriteResult> {
  const hash = createHash("sha256");
  let bytes = 0;
  // A file shows how far it is twice: as it is written, and as it is read back.
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      onProgress({ files: 0, bytes, current: part });
      yield chunk;
    }
  };
  const hashed = async function* () {
    for await (const chunk of copy.read()) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const source = passphrase === null ? hashed() : sealStream(hashed(), passphrase);
  // Whoever has it can sign in as anybody.
  const mode = storage.can(part, "modes") ? { mode: 0o600 } : {};
  const result = await storage.write(part, counted(source), { conflict: "fail", signal, ...mode });
  const written = await storage.open(part);
  try {
    if (written.stat.etag !== result.etag) throw new AppError("backup/unreadable");
    const read = counted(written.stream());
    const found = await hashOf(passphrase === null ? read : openStream(read, passphrase));
    if (found !== hash.digest("hex")) throw new AppError("backup/unreadable");
  } catch (error) {
    if (isAppError(error)) throw error;
    throw new AppError("backup/unreadable", {}, { cause: error });
  } finally {
    await written.close();
  }
  return result;
}
