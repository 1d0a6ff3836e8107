import { AppError, isAppError } from "@/lib/shared/errors";
import { isWithin } from "@/lib/shared/paths";
import { temporaryName, trashName } from "@/lib/server/storage/own-names";
import { joinPlace } from "@/lib/server/storage/scope";
import type { SftpSession } from "./protocol/sftp-session";
import { isStatus, nullIfMissing, statusCodes } from "./protocol/sftp-status";
import { parentPath } from "./sftp-host";
import { areOwn } from "./trash-folder";

const freshMs = 10_000;
const maxKnown = 2_000;

type Known = { base: Promise<string>; atMs: number };
const known = new WeakMap<SftpSession, Map<string, Known>>();

/**
 * The topmost folder, from `top` down, from which a rename reaches what is in `folder`; both are real paths on the host. The protocol tells no devices, and not
 * where the account may write: an empty folder of ours goes there and is removed again. Kept for 10 s. Throws trash/unavailable where there is none, and where that is
 * unclear ({@link isUnclear}), which is not kept.
 */
export function findTrashBase(session: SftpSession, { top, folder }: { top: string; folder: string }): Promise<string> {
  const bases = known.get(session) ?? new Map<string, Known>();
  known.set(session, bases);
  const key = `${top}\0${folder}`;
  const hit = bases.get(key);
  if (hit !== undefined && performance.now() - hit.atMs < freshMs) return hit.base;
  if (bases.size >= maxKnown) bases.clear();
  const base = lookForBase(session, { top, folder });
  const entry = { base, atMs: performance.now() };
  bases.set(key, entry);
  base.catch((error: unknown) => {
    if (isUnclear(error) && bases.get(key) === entry) bases.delete(key);
  });
  return base;
}

/** Whether a trash/unavailable from here says nothing: the host's word for "cannot" is also that for what goes the next time. */
export function isUnclear(error: unknown): boolean {
  return isAppError(error) && error.key === "trash/unavailable" && isStatus(error.cause, statusCodes.failure);
}

/** What was found is tried again: a rename that was to be possible was refused. */
export function forgetTrashBases(session: SftpSession): void {
  known.delete(session);
}

async function lookForBase(session: SftpSession, { top, folder }: { top: string; folder: string }): Promise<string> {
  let probe = joinPlace(folder, temporaryName());
  await session.mkdir(probe, { mode: 0o700 }).catch(asUnavailable);
  try {
    const own = await session.lstat(probe);
    for (const base of foldersBetween(top, folder)) {
      const trash = joinPlace(base, trashName);
      const standing = await session.lstat(trash).catch(nullIfRefused);
      if (standing !== null && !areOwn([own, standing])) continue;
      const target = joinPlace(standing === null ? base : trash, temporaryName());
      const refusal = await session.rename(probe, target).then(() => null, refusalOf);
      if (refusal === null) {
        probe = target;
        return base;
      }
      // Another file system, or an error like any other: the protocol has one word for both. Beside itself it goes anywhere.
      if (base === folder) asUnavailable(refusal);
    }
  } finally {
    await session.rmdir(probe).catch(() => {}); // with the session lost it goes with what is stale (sweep-stale.ts)
  }
  throw new AppError("trash/unavailable");
}

/** The topmost first. */
function foldersBetween(top: string, folder: string): string[] {
  const all = [folder];
  for (let path = folder; path !== top && isWithin(path, top); all.push(path)) path = parentPath(path);
  return all.toReversed();
}

function nullIfRefused(error: unknown): null {
  if (isStatus(error, statusCodes.denied, statusCodes.failure, statusCodes.unsupported)) return null;
  return nullIfMissing(error);
}

function refusalOf(error: unknown): unknown {
  nullIfRefused(error);
  return error;
}

function asUnavailable(error: unknown): never {
  throw isStatus(error) ? new AppError("trash/unavailable", {}, { cause: error }) : error;
}
