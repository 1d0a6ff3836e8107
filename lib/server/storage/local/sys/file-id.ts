import type { Numbers } from "@/lib/server/storage/policy";

/**
 * What a rename does not change: the number of the inode, and when it was made, for numbers are used again within a second. Node's numbers of whole nanoseconds are
 * brought into the form of its others in the way that it does so itself: the two come out the same to the last bit. Where a disk keeps no such time, the
 * device takes its place.
 */
export function placeIdOf({ dev, ino, birthtimeMs, birthtimeNs }: Numbers): string {
  const born = birthtimeNs === undefined ? Number(birthtimeMs) : toMs(birthtimeNs / perSecond, birthtimeNs % perSecond);
  return born > 0 ? `${Number(ino)}:${born}` : `${Number(ino)}@${dev}`;
}

/** {@link placeIdOf} for what must not be taken for another one later; null where the disk keeps no birth. */
export function fileIdOf(stats: Numbers): string | null {
  return stats.birthtimeMs > 0 ? placeIdOf(stats) : null;
}

/** Null where the disk keeps no birth. */
export const bornMsOf = ({ birthtimeMs }: Numbers): number | null => (birthtimeMs > 0 ? Number(birthtimeMs) : null);

const perSecond = 1_000_000_000n;
export const toMs = (seconds: number | bigint, nanoseconds: number | bigint) =>
  Number(seconds) * 1_000 + Number(nanoseconds) / 1_000_000;

/** statfs(2): vfat, exFAT and FUSE may give the same file another number after a while. */
const forgetful: ReadonlySet<number> = new Set([0x4d44, 0x2011bab0, 0x65735546]);
export const forgetsNumbers = (fileSystemType: number): boolean => forgetful.has(fileSystemType);
