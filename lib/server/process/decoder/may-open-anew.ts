import { findJail } from "./find-jail";

const readableByAll = 0o004;

/**
 * Whether a program in the jail may open its file by `/proc/self/fd/0` (decision 138): by the file’s rights, or, in bubblewrap, as its owner. Where it may not, it can be given the file’s bytes by a pipe.
 * FFmpeg before version 6 opens whatever it seeks in.
 */
export async function mayOpenAnew({ uid, mode }: { uid: number; mode: number }): Promise<boolean> {
  if ((mode & readableByAll) !== 0) return true;
  const jail = await findJail();
  return jail?.kind === "bwrap" && (!jail.isRoot || uid !== 0);
}
