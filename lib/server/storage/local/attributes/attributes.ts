import fs, { type BigIntStats } from "node:fs";
import { ruledMode, type FolderRules } from "./folder-rules";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { fdPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { setTimes, setTimesNow } from "@/lib/server/storage/local/sys/times";
import { listXattrs, readXattr, removeXattr, writeXattr } from "@/lib/server/storage/local/sys/xattrs";

/**
 * `all`: a move takes everything along. `copied`: what people gave an entry, not the rights that a program runs with and not the
 * labels that come by themselves. `replaced`: of a file whose content is another one now, all but signatures of the old content;
 * `replacedByOther`, by an actor who is not root: nor the capabilities of a program.
 */
export type Kept = "all" | "copied" | "replaced" | "replacedByOther";

const acls = new Set(["system.posix_acl_access", "system.posix_acl_default"]);
const signatures = new Set(["security.ima", "security.evm"]);

function isKept(name: string, kept: Kept): boolean {
  if (kept === "all") return true;
  if (kept === "copied") return name.startsWith("user.") || acls.has(name);
  if (kept === "replacedByOther" && name === "security.capability") return false;
  return !signatures.has(name);
}

/**
 * Copies extended attributes, ACL and security label, links followed. What the other disk does not take, or the process may not
 * set, is left behind, as cp and mv do. `isAclRuled`: the ACL that it was made with stays.
 */
export async function copyAttributes(
  from: FsPath,
  to: FsPath,
  kept: Kept,
  { isAclRuled = false }: { isAclRuled?: boolean } = {},
): Promise<void> {
  const names = await listXattrs(from, { follows: true });
  for (const name of names) {
    if (!isKept(name, kept) || (isAclRuled && acls.has(name))) continue;
    const value = await readXattr(from, name, { follows: true });
    if (value !== null) await writeXattr(to, name, value).catch(unlessUnfit);
  }
  if (kept !== "all") return;
  // What the target's folder gives to new entries is not the mover's.
  for (const name of await listXattrs(to, { follows: true }))
    if (acls.has(name) && !names.includes(name)) await removeXattr(to, name).catch(unlessUnfit);
}

const unfit = "ENOSYS ENOTSUP EOPNOTSUPP EPERM EACCES EINVAL ENOSPC EDQUOT E2BIG ERANGE ENODATA".split(" ");

function unlessUnfit(error: unknown): void {
  if (!isErrno(error, ...unfit)) throw error;
}

/** {@link copyAttributes} between open files. */
export function copyFileAttributes(fromFd: number, toFd: number, kept: Kept): Promise<void> {
  return copyAttributes(fdPath(fromFd), fdPath(toFd), kept);
}

/** `rules`: of the folder that a copy is made in; null for a move, which changes nothing. */
type Source = { from: FsPath; stats: BigIntStats; kept: "all" | "copied"; rules: FolderRules | null };

/**
 * Gives an open file or folder everything that another has but its content: attributes, owner where the process may, mode, and last
 * the times. Copying does not spread set-user-id, nor for files set-group-id; to folders that gives the group to what is made in them. What the folder of a copy
 * prescribes holds: its group, and its ACL instead of the source's, with no permission that the source has not.
 */
export async function applyAttributes(fd: number, { from, stats, kept, rules }: Source): Promise<void> {
  // First: a change of the owner takes set-user-id and capabilities away.
  const owned = await sys.fchown(fd, Number(stats.uid), rules?.gid ?? Number(stats.gid)).then(
    () => true,
    () => false,
  );
  await copyAttributes(from, fdPath(fd), kept, { isAclRuled: rules !== null && rules.maxMode !== null });
  await sys.fchmod(fd, modeFor(stats, { kept, isOwned: owned, rules }));
  await setTimes(fdPath(fd), stats, { follows: true });
}

type Taken = Pick<Source, "kept" | "rules"> & { isOwned: boolean };

function modeFor(stats: BigIntStats, { kept, isOwned, rules }: Taken): number {
  const isFolder = stats.isDirectory();
  const mask = isFolder ? 0o3777 : kept === "all" ? 0o7777 : 0o777;
  const mode = Number(stats.mode) & (isOwned ? mask : mask & 0o1777);
  return rules === null ? mode : ruledMode(mode, rules, { isFolder });
}

/** {@link applyAttributes} for an open file without extended attributes, at once (quick-disks.ts); ENOSYS where it cannot be. */
export function applyPlainNow(fd: number, { stats, kept, rules }: Omit<Source, "from">): void {
  let isOwned = true;
  try {
    fs.fchownSync(fd, Number(stats.uid), rules?.gid ?? Number(stats.gid));
  } catch {
    isOwned = false;
  }
  fs.fchmodSync(fd, modeFor(stats, { kept, isOwned, rules }));
  setTimesNow(fd, stats);
}
