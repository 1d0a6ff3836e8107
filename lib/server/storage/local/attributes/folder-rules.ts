import { modeOfAcl } from "@/lib/server/storage/acl";
import { decodeAcl } from "./decode-acl";
import { fdPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { readXattr } from "@/lib/server/storage/local/sys/xattrs";

const setGroupId = 0o2000;

/** What a folder prescribes for what is made in it; see inode(7) and acl(5). */
export type FolderRules = {
  /** The group of all of it, by the folder's set-group-id. */
  gid: number | null;
  /** No more permissions than its default ACL gives, which comes to them by itself. */
  maxMode: number | null;
};

const known = new WeakMap<object, Promise<FolderRules>>();

/** Of an open folder, looked at once. */
export function rulesOf(folder: { fd: number }): Promise<FolderRules> {
  const rules = known.get(folder) ?? readRules(folder.fd);
  known.set(folder, rules);
  return rules;
}

async function readRules(fd: number): Promise<FolderRules> {
  const { mode, gid } = await sys.fstat(fd);
  const bytes = await readXattr(fdPath(fd), "system.posix_acl_default", { follows: true }).catch(() => null);
  const acl = bytes === null ? null : decodeAcl(bytes);
  return { gid: (mode & setGroupId) === 0 ? null : gid, maxMode: acl === null ? null : modeOfAcl(acl) };
}

/** The mode of a copy in such a folder. */
export function ruledMode(mode: number, { gid, maxMode }: FolderRules, { isFolder }: { isFolder: boolean }): number {
  const allowed = maxMode === null ? mode : mode & (maxMode | 0o7000);
  return isFolder && gid !== null ? allowed | setGroupId : allowed;
}
