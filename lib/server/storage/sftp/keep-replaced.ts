import { withLocks } from "@/lib/server/base/with-lock";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { joinPlace } from "@/lib/server/storage/scope";
import { trashFolderOf } from "@/lib/server/storage/trash-folder";
import { sizeStampOf, type FileChange, type ReplacedTrash } from "@/lib/server/storage/trash-storage";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpSession } from "./protocol/sftp-session";
import { asAppError, isStatus } from "./protocol/sftp-status";
import { kindOf } from "./sftp-entry";
import { placeAt } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";
import { isUnclear } from "./trash-base";
import { makeTrashFolder, removeTrashFolder } from "./trash-folder";

/** How something gets a name, once it is whole. */
export type Giving<T> = {
  /** What has come, by its path until it has the name. */
  comes: string;
  /** Looks at what is to give way, null where nothing has the name, and throws where it may not; once more where another has come. Gives what there is no need to do anything for. */
  meet: (standing: SftpAttributes | null) => Promise<T | null>;
  /** Where nothing has the name: null otherwise. */
  free: () => Promise<T | null>;
  /** In the place of what has it. */
  over: () => Promise<T>;
};
export type Keeping = {
  /** The virtual path of the location's folder. */
  toFolder: VirtualPath;
  replaced: ReplacedTrash | null;
  /** The name that a moved entry gives up. */
  leaves?: Location;
};
/** The folder of its own in the trash, and its path there. */
type Kept = { session: SftpSession; folder: string; path: string };

/** So often another is met at the name that was just looked at. */
const mostMeetings = 10;

/**
 * Gives a location's name to what has come. What has it at that moment gets a second name in the trash, and so keeps its own until it gives way; `isOver`: whether
 * anything did. Other programs wait for nobody's turn: what has the name is looked at again just before.
 */
export async function giveName<T>(
  resolver: SftpResolver,
  location: Location,
  keeping: Keeping,
  giving: Giving<T>,
): Promise<{ done: T; isOver: boolean }> {
  const { replaced, leaves } = keeping;
  const names = leaves === undefined ? [location] : [location, leaves];
  const { change, ...given } = await namesInTurn(names, async () => {
    for (let met = 1; ; met++) {
      const standing = await lookUp(location);
      const isDone = await giving.meet(standing);
      if (isDone !== null) return { done: isDone, isOver: false, change: null };
      const done =
        standing === null
          ? await giving.free()
          : await giveOver(resolver, location, { ...keeping, ...giving, standing, isLast: met === mostMeetings });
      if (done !== null)
        return {
          done,
          isOver: standing !== null,
          change: standing === null ? null : await changeAt(location, replaced),
        };
      if (met === mostMeetings) throw new AppError("file/changed");
    }
  });
  // With the names free again: it may wait for others, but has its place before them.
  if (change !== null) await replaced?.onReplaced?.(change);
  return given;
}

/** Runs one after the other what has to do with the same names. Not for whoever has one of them already, and not around what copies bytes. */
export function namesInTurn<T>(names: readonly Location[], run: () => Promise<T>): Promise<T> {
  return withLocks(
    names.map((one) => placeAt(one.host, pathIn(one))),
    run,
  );
}

/** `isLast`: of the meetings. */
type Over<T> = Keeping & Pick<Giving<T>, "over" | "comes"> & { standing: SftpAttributes; isLast: boolean };

/** Null: another has the name by now. */
async function giveOver<T>(
  resolver: SftpResolver,
  location: Location,
  { over, comes, standing, isLast, ...keeping }: Over<T>,
) {
  const isCourtesy = keeping.replaced?.isWanted !== undefined;
  const kept = await asAppError(keep(resolver, location, { ...keeping, standing })).catch((error: unknown) => {
    // What is kept as a courtesy keeps nobody from writing.
    if (!isCourtesy) throw error;
    return null;
  });
  try {
    const isSettled = kept === null || (isLast && isCourtesy);
    if (isSettled || (await hasStill(location, kept === "unwanted" ? standing : kept))) return await over();
  } catch (error) {
    await takeBack(location, comes, kept);
    throw error;
  }
  await letGo(kept);
  return null;
}

/**
 * What has lost its own name stays in the trash: a rename that reports an error may have gone through. What came may look like what gave way, so that it has not is known
 * only while what was to come is where it was.
 */
async function takeBack(location: Location, comes: string, kept: Kept | "unwanted" | null): Promise<void> {
  if (kept === null || kept === "unwanted") return;
  const isUndone = async () => {
    await kept.session.lstat(comes);
    return hasStill(location, kept);
  };
  if (await isUndone().catch(() => false)) await letGo(kept);
}

async function letGo(kept: Kept | "unwanted" | null): Promise<void> {
  if (kept === null || kept === "unwanted") return;
  await kept.session.remove(kept.path).catch(() => {}); // then it is there twice
  await removeTrashFolder(kept.session, kept.folder);
}

/**
 * The protocol tells no inodes. What is kept has the file's, though: while it is written to, the name shows what the one in the trash does before and after. Another
 * file, however much longer and newer, does not.
 */
async function hasStill(location: Location, seen: SftpAttributes | Kept): Promise<boolean> {
  const look = () => ("path" in seen ? seen.session.lstat(seen.path) : seen);
  const before = await look();
  const now = await lookUp(location);
  if (now === null || !(["mode", "uid", "gid"] as const).every((one) => before[one] === now[one])) return false;
  if (isBetween(now, before, before)) return true;
  return isBetween(now, before, await look());
}

function isBetween(now: SftpAttributes, before: SftpAttributes, after: SftpAttributes): boolean {
  return (["sizeBytes", "mtimeS"] as const).every((one) => {
    const is = now[one] ?? 0;
    return (before[one] ?? 0) <= is && is <= (after[one] ?? 0);
  });
}

/** What was written, for whoever is asked whether it is wanted when it is written over; where that fails, the next version is kept in any case. */
async function changeAt(location: Location, trash: ReplacedTrash | null): Promise<FileChange | null> {
  if (trash?.isWanted === undefined || trash.onReplaced === undefined) return null;
  const now = await lookUp(location).catch(() => null);
  if (now === null) return null;
  const origin = joinPlace(location.real, location.name);
  return { origin, was: null, is: null, stamp: stampOf(now), bornMs: null };
}

type Standing = Keeping & { standing: SftpAttributes };

/** Null where it cannot be kept, and is replaced for good. */
async function keep(
  resolver: SftpResolver,
  location: Location,
  { toFolder, replaced: trash, standing }: Standing,
): Promise<Kept | "unwanted" | null> {
  const { session } = location.host;
  // A link is followed by what writes, and stays.
  if (trash === null || kindOf(standing) !== "file" || !session.offers("hardlink@openssh.com")) return null;
  const origin = joinPlace(location.real, location.name);
  if (!(await isWanted(trash, location, { origin, standing }))) return "unwanted";
  const base = await findBase(resolver, location);
  if (base === null) return null;
  const id = trash.newId();
  const folder = trashFolderOf(base, { ownerId: trash.ownerId, id });
  const place = { folder: placeAt(location.host, folder), name: location.name };
  const shown = joinVirtualPath(toFolder, location.name);
  await trash.record({ id, path: shown, plan: { place, origin, kind: "file", ...sizeAndTime(standing) } });
  await makeTrashFolder(session, folder).catch((error: unknown) => {
    throw new AppError("trash/not-kept", {}, { cause: error });
  });
  return linkInto({ session, folder, path: joinPlace(folder, location.name) }, pathIn(location));
}

/** Null: there is no trash. Asked once more where the host failed to tell; then what was to be kept is not replaced. */
async function findBase(resolver: SftpResolver, location: Location): Promise<string | null> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await resolver.trashBaseOf(location);
    } catch (error) {
      if (!isAppError(error) || error.key !== "trash/unavailable") throw error;
      if (!isUnclear(error)) return null;
      if (isAgain) throw new AppError("trash/not-kept", {}, { cause: error });
    }
  }
}

async function isWanted(
  trash: ReplacedTrash,
  { host: { session }, path }: Location,
  { origin, standing }: { origin: string; standing: SftpAttributes },
): Promise<boolean> {
  if (trash.isWanted === undefined) return true;
  const one = { origin, sizeBytes: standing.sizeBytes ?? 0, fileId: null, stamp: stampOf(standing) };
  // A host that cannot tell is taken for one with room.
  if (!session.offers("statvfs@openssh.com"))
    return trash.isWanted({ ...one, usableBytes: Infinity, totalBytes: Infinity });
  const { blockBytes, blocks, availableBlocks } = await session.statvfs(path);
  return trash.isWanted({ ...one, usableBytes: availableBlocks * blockBytes, totalBytes: blocks * blockBytes });
}

const stampOf = ({ sizeBytes = 0, mtimeS = 0 }: SftpAttributes) =>
  sizeStampOf({ size: sizeBytes, mtimeMs: mtimeS * 1000 });
const sizeAndTime = ({ sizeBytes = 0, mtimeS = 0 }: SftpAttributes) => ({ sizeBytes, mtimeMs: mtimeS * 1000 });

/** A disk without hard links, or a file that the account may not link: it is replaced for good, as where there is no trash. */
async function linkInto(kept: Kept, from: string): Promise<Kept | null> {
  try {
    await kept.session.link(from, kept.path);
    return kept;
  } catch (error) {
    if (!isStatus(error)) throw error;
    await removeTrashFolder(kept.session, kept.folder);
    return null;
  }
}
