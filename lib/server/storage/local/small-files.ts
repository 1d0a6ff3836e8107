import fs from "node:fs";
import { assertWritable, type Place } from "./resolver";
import { listXattrs } from "./sys/xattrs";
import { copySmall, isSmall } from "./copy-small";
import { isErrno } from "./errno";
import { childPath, fdPath } from "./fs-path";
import { cannotRename, renameNoReplaceNow } from "./place-entry";
import type { Policy } from "./policy";
import type { Rooms } from "./reserve";
import { temporaryName } from "./temporary";
import type { TreeTarget } from "./tree-target";
import type { TreeItem } from "./tree-walk";

type SmallFiles = {
  /** Once a file has come into the folder by the long way, which notes the folder in the journal. */
  open(target: Place): Promise<void>;
  /** Copies a file to its own name, not durable yet. False where it has to go the long way. */
  copy(item: TreeItem, target: Place): boolean;
};

/**
 * The short way of small files into folders that the operation made itself: there are no names to meet and no ACLs to come by
 * themselves, so each is one go of system calls (copy-small.ts).
 */
export function createSmallFiles({
  policy,
  rooms,
  verify,
}: {
  policy: Policy;
  rooms: Rooms;
  verify: boolean;
}): SmallFiles {
  const ready = new WeakSet<Place>();
  return {
    async open(target) {
      if (ready.has(target) || !isMade(target)) return;
      const inherited = await listXattrs(fdPath(target.fd), { follows: true });
      if (!inherited.includes("system.posix_acl_default")) ready.add(target);
    },
    copy(item, to) {
      if (!ready.has(to) || !isSmall(item) || item.stats.nlink > 1) return false;
      assertWritable(policy, to, item.name);
      if (!rooms.of(to).takeNow(item.stats.size)) return false;
      const temporary = { fd: to.fd, name: temporaryName() };
      if (!copySmall({ item, temporary, verify, isPlain: true })) return false;
      try {
        renameNoReplaceNow(temporary, { fd: to.fd, name: item.name });
        return true;
      } catch (error) {
        fs.unlinkSync(childPath(to.fd, temporary.name));
        // The long way knows what to do with a taken name, and on disks that cannot rename like that.
        if (isErrno(error, "EEXIST", ...cannotRename)) return false;
        throw error;
      }
    },
  };
}

function isMade(target: Place): boolean {
  return "made" in target && (target as TreeTarget).made !== null;
}
