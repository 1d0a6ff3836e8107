import { AppError } from "@/lib/shared/errors";
import { joinPlace } from "@/lib/server/storage/scope";
import { splitTrashFolder } from "@/lib/server/storage/trash-folder";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpSession } from "./protocol/sftp-session";
import { isStatus, nullIfMissing, statusCodes } from "./protocol/sftp-status";
import { kindOf } from "./sftp-entry";
import { walkPath } from "./walk-path";

const folderMode = 0o700;
const othersWrite = 0o022;
const triesToMake = 3;

/** Folders, no links, that belong to one account and that nobody else may write to: what others prepared they could read, or swap. */
export function areOwn(all: readonly SftpAttributes[]): boolean {
  const uid = all[0]?.uid;
  return all.every((one) => kindOf(one) === "folder" && ((one.mode ?? 0) & othersWrite) === 0 && one.uid === uid);
}

/** The trash, its owner's folder and the entry's own, as paths on the host. */
function pathsOf(folder: string): { base: string; trash: string; owner: string } {
  const { base, names } = splitTrashFolder(folder);
  const trash = joinPlace(base, names[0]);
  return { base, trash, owner: joinPlace(trash, names[1]) };
}

/** Whether a path leads through no link. The protocol cannot open it so: somebody who may change links there can swap one in afterwards. */
async function isReal(session: SftpSession, path: string): Promise<boolean> {
  const { end, links } = await walkPath(session, { start: "/", segments: path.split("/"), mayPass: () => true });
  return end === "found" && links === 0;
}

/** Throws trash/gone unless an entry's folder is really there, and the account's. A path on the host. */
export async function assertTrashFolder(session: SftpSession, folder: string): Promise<void> {
  const { base, trash, owner } = pathsOf(folder);
  const [isStraight, ...seen] = await Promise.all([
    isReal(session, base),
    ...[trash, owner, folder].map((path) => session.lstat(path).catch(nullIfMissing)),
  ]);
  const known = seen.filter((one) => one !== null);
  if (!isStraight || known.length < seen.length || !areOwn(known)) throw new AppError("trash/gone");
}

/** Makes an entry's own folder in a trash, and the trash where there is none yet. Throws trash/unavailable where the account cannot. */
export async function makeTrashFolder(session: SftpSession, folder: string): Promise<void> {
  for (let triesLeft = triesToMake; ; triesLeft--) {
    try {
      return await makeOnce(session, folder);
    } catch (error) {
      // The last entry of the trash may just have left, and the empty folders with it.
      if (!isStatus(error, statusCodes.noSuchFile) || triesLeft === 0) throw unavailable(error);
    }
  }
}

async function makeOnce(session: SftpSession, folder: string): Promise<void> {
  const { base, trash, owner } = pathsOf(folder);
  const look = (path: string) => session.lstat(path).catch(nullIfMissing);
  const [isStraight, ...there] = await Promise.all([isReal(session, base), look(trash), look(owner)]);
  if (!isStraight) throw new AppError("trash/unavailable");
  const around: SftpAttributes[] = [];
  for (const [index, path] of [trash, owner].entries()) {
    // One that another made meanwhile is looked at as any other.
    if (there[index] === null) await session.mkdir(path, { mode: folderMode }).catch(ignoreTaken);
    around.push(there[index] ?? (await session.lstat(path)));
    if (!areOwn(around)) throw new AppError("trash/unavailable");
  }
  await session.mkdir(folder, { mode: folderMode });
  if (areOwn([...around, await session.lstat(folder)])) return;
  await removeTrashFolder(session, folder);
  throw new AppError("trash/unavailable");
}

function ignoreTaken(error: unknown): void {
  if (!isStatus(error, statusCodes.failure)) throw error;
}

function unavailable(error: unknown): unknown {
  return isStatus(error) ? new AppError("trash/unavailable", {}, { cause: error }) : error;
}

/** Removes an entry's folder once it is empty, and its owner's after the last one. The trash itself stays: it shows that the disk is there. */
export async function removeTrashFolder(session: SftpSession, folder: string): Promise<void> {
  try {
    for (const path of [folder, pathsOf(folder).owner]) await session.rmdir(path).catch(ignoreMissing);
  } catch {
    // Something is in it. Empty but out of reach, it is in nobody's way.
  }
}

function ignoreMissing(error: unknown): void {
  if (!isStatus(error, statusCodes.noSuchFile)) throw error;
}
