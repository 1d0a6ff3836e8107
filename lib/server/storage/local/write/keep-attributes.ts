import type { BigIntStats } from "node:fs";
import type { EntryName } from "@/lib/shared/paths";
import { copyFileAttributes } from "@/lib/server/storage/local/attributes/attributes";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Policy } from "@/lib/server/storage/policy";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";

export type Old = { fd: number; stats: BigIntStats };
type Spot = { fd: number; name: EntryName };

/** What has a name now, a link itself; null where nothing has. The caller closes it. */
export async function openStanding({ fd: folder, name }: Spot): Promise<Old | null> {
  try {
    const fd = await sys.open(childPath(folder, name), openFlags.placeNoFollow);
    return { fd, stats: await sys.fstatBig(fd) };
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Gives a file what the one that it replaces had: owner, attributes, mode. The owner first: chown clears set-user-id and capabilities. What an actor
 * other than root has written never runs with the rights of its owner, group or capabilities; nor where the process may not give
 * files away. Last of all, for writing takes capabilities away.
 */
export async function keepAttributes(fd: number, { fd: oldFd, stats }: Old, policy: Policy): Promise<void> {
  const owned = await sys.fchown(fd, Number(stats.uid), Number(stats.gid)).then(
    () => true,
    () => false,
  );
  await copyFileAttributes(oldFd, fd, policy.isRoot ? "replaced" : "replacedByOther");
  await sys.fchmod(fd, Number(stats.mode) & (owned && policy.isRoot ? 0o7777 : 0o777));
}

/** {@link keepAttributes} of what has a name now. */
export async function keepAttributesAt(spot: Spot, { fd, policy }: { fd: number; policy: Policy }): Promise<void> {
  const old = await openStanding(spot);
  if (old === null) return;
  try {
    await keepAttributes(fd, old, policy);
  } finally {
    await closeQuietly(old.fd);
  }
}
