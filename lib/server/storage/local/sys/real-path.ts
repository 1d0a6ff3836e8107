import { AppError } from "@/lib/shared/errors";
import { isErrno } from "./errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { fdPath, fromLatin1, toFsPath } from "./fs-path";
import { sys } from "./sys";

const deletedSuffix = " (deleted)";

/** Where a descriptor is now. A place that was deleted or unmounted meanwhile is file/not-found. */
export async function realPathOf(fd: number): Promise<string> {
  const real = fromLatin1(await sys.readlink(fdPath(fd)));
  if (!real.startsWith("/")) throw new AppError("file/not-found");
  if (real.endsWith(deletedSuffix) && !(await isReallyThere(fd, real))) throw new AppError("file/not-found");
  return real;
}

/**
 * {@link realPathOf} for what was opened by name, no link followed, in an open folder: where the kernel's answer would be longer than a
 * path may be, it is told by the folder's.
 */
export async function realPathBelow(folder: { real: string }, name: string, fd: number): Promise<string> {
  try {
    return await realPathOf(fd);
  } catch (error) {
    if (!isErrno(error, "ENAMETOOLONG")) throw error;
    return joinPlace(folder.real, name);
  }
}

/** The kernel marks deleted places with a suffix that a name may have, too. */
async function isReallyThere(fd: number, real: string): Promise<boolean> {
  try {
    const [there, opened] = await Promise.all([sys.lstatBig(toFsPath(real)), sys.fstatBig(fd)]);
    return there.dev === opened.dev && there.ino === opened.ino;
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG")) return false;
    throw error;
  }
}
