import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { assertFolderWritable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import { trashFolderOf } from "@/lib/server/storage/trash-folder";
import type { ReplacedTrash } from "@/lib/server/storage/trash-storage";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpSession } from "./protocol/sftp-session";
import { asAppError, isStatus } from "./protocol/sftp-status";
import { kindOf } from "./sftp-entry";
import { placeAt } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";
import { makeTrashFolder, removeTrashFolder } from "./trash-folder";

type Keeping<T> = {
  path: VirtualPath;
  trash: ReplacedTrash;
  /** See trash-base.ts. */
  baseOf: (location: Location) => Promise<string>;
  work: () => Promise<T>;
};
/** The folder of its own in the trash, and its path there. */
type Kept = { session: SftpSession; folder: string; path: string };

/** See {@link TrashStorage.replacing}: what is replaced gets a second name in the trash, and so keeps its own until it gives way. */
export async function keepDuring<T>(resolver: SftpResolver, keeping: Keeping<T>): Promise<T> {
  const kept = await asAppError(keep(resolver, keeping)).catch((error: unknown) => {
    // What is kept as a courtesy keeps nobody from writing.
    if (keeping.trash.isWanted === undefined) throw error;
    return null;
  });
  if (kept === null) return keeping.work();
  try {
    return await keeping.work();
  } catch (error) {
    await kept.session.remove(kept.path).catch(() => {}); // then it is there twice
    await removeTrashFolder(kept.session, kept.folder);
    throw error;
  }
}

/** Null where nothing is to be kept, or where it cannot be and is replaced for good. */
async function keep<T>(resolver: SftpResolver, { path, trash, baseOf }: Keeping<T>): Promise<Kept | null> {
  const location = await findWritable(resolver, path);
  if (location === null) return null;
  const { session } = location.host;
  const standing = await lookUp(location);
  // A link is followed by what writes, and stays.
  if (standing === null || kindOf(standing) !== "file" || !session.offers("hardlink@openssh.com")) return null;
  const origin = joinPlace(location.real, location.name);
  if (!(await isWanted(trash, location, { origin, sizeBytes: standing.sizeBytes ?? 0 }))) return null;
  const base = await baseOf(location).catch((error: unknown) => {
    if (isAppError(error) && error.key === "trash/unavailable") return null;
    throw error;
  });
  if (base === null) return null;
  const id = trash.newId();
  const folder = trashFolderOf(base, { ownerId: trash.ownerId, id });
  const place = { folder: placeAt(location.host, folder), name: location.name };
  const shown = joinVirtualPath(parentOf(path) ?? path, location.name);
  await trash.record({ id, path: shown, plan: { place, origin, kind: "file", ...sizeAndTime(standing) } });
  await makeTrashFolder(session, folder).catch((error: unknown) => {
    throw new AppError("trash/not-kept", {}, { cause: error });
  });
  return linkInto({ session, folder, path: joinPlace(folder, location.name) }, pathIn(location));
}

/** Null where the work will be told why it may not write. */
async function findWritable(resolver: SftpResolver, path: VirtualPath): Promise<Location | null> {
  try {
    const location = await resolver.location(path);
    assertFolderWritable(location.policy, location, location.name);
    return location;
  } catch {
    return null;
  }
}

async function isWanted(
  trash: ReplacedTrash,
  { host: { session }, path }: Location,
  one: { origin: string; sizeBytes: number },
): Promise<boolean> {
  if (trash.isWanted === undefined) return true;
  // A host that cannot tell is taken for one with room.
  if (!session.offers("statvfs@openssh.com"))
    return trash.isWanted({ ...one, usableBytes: Infinity, totalBytes: Infinity });
  const { blockBytes, blocks, availableBlocks } = await session.statvfs(path);
  return trash.isWanted({ ...one, usableBytes: availableBlocks * blockBytes, totalBytes: blocks * blockBytes });
}

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
