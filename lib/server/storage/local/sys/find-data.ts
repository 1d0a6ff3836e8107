import { isErrno } from "./errno";
import { callLibc } from "./libc";

const [seekData, seekHole] = [3, 4];
/** The disk or the platform cannot tell: all of it is taken for data. */
const cannotTell = ["ENOSYS", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ESPIPE"];

/** Where the next bytes are that somebody wrote, at `position` or behind it; null where only a hole is left, or nothing. Moves the descriptor's own position. */
export async function nextData(fd: number, position: number): Promise<number | null> {
  try {
    // A disk that answers with less would be asked for ever.
    return Math.max(position, await callLibc("lseek", fd, position, seekData));
  } catch (error) {
    if (isErrno(error, "ENXIO")) return null;
    if (isErrno(error, ...cannotTell)) return position;
    throw error;
  }
}

/** Where the data at `position` ends: at a hole, or the end of the file, which nobody knows where the disk cannot tell. */
export async function endOfData(fd: number, position: number): Promise<number> {
  try {
    const end = await callLibc("lseek", fd, position, seekHole);
    return end > position ? end : Infinity;
  } catch (error) {
    if (isErrno(error, "ENXIO", ...cannotTell)) return Infinity;
    throw error;
  }
}
