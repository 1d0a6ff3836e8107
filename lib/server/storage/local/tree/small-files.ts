import { assertWritable } from "@/lib/server/storage/rights";
import fs from "node:fs";
import type { EntryName } from "@/lib/shared/paths";
import type { Handle } from "@/lib/server/storage/local/resolve/resolver";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { listXattrs } from "@/lib/server/storage/local/sys/xattrs";
import { notedOf } from "@/lib/server/storage/local/known/noted-of";
import type { Noted } from "@/lib/server/storage/noted";
import { copySmall, isSmall } from "./copy-small";
import type { HardLinks } from "./hard-links";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { cannotRename, renameNoReplaceNow, type RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import type { Policy } from "@/lib/server/storage/policy";
import type { Rooms } from "@/lib/server/storage/local/sys/reserve";
import { temporaryName } from "@/lib/server/storage/own-names";
import type { TreeTarget } from "./tree-target";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

type SmallFiles = {
  /** Before the files of a folder, when its target is open. */
  open(source: TreeItem, target: TreeTarget): Promise<void>;
  /** Copies a file to its own name, not durable yet, and tells what it is. Null where it has to go the long way. */
  copy(item: TreeItem, to: Handle): Noted | null;
};

type Input = { policy: Policy; rooms: Rooms; journal: Journal; links: HardLinks; verify: boolean };

/**
 * The short way of small files into folders that the operation made itself on another disk: nothing can be renamed there, there are no
 * names to meet and no ACLs to come by themselves, so each is one go of system calls (copy-small.ts).
 */
export function createSmallFiles({ policy, rooms, journal, links, verify }: Input): SmallFiles {
  const ready = new WeakSet<Handle>();

  function give(temporary: RelativeName, name: EntryName): Noted | null {
    const noted = notedOf(fs.lstatSync(childPath(temporary.fd, temporary.name), { bigint: true }));
    try {
      renameNoReplaceNow(temporary, { fd: temporary.fd, name });
      return noted;
    } catch (error) {
      fs.unlinkSync(childPath(temporary.fd, temporary.name));
      // The long way knows what to do with a taken name, and on disks that cannot rename like that.
      if (isErrno(error, "EEXIST", ...cannotRename)) return null;
      throw error;
    }
  }

  return {
    async open({ stats }, target) {
      if (target.made === null || (await sys.fstat(target.fd)).dev === stats.dev) return;
      const inherited = await listXattrs(fdPath(target.fd), { follows: true });
      if (inherited.includes("system.posix_acl_default")) return;
      await journal.recordFolder(target.real);
      await rooms.take(target, 0);
      ready.add(target);
    },
    copy(item, to) {
      if (!ready.has(to) || !isSmall(item) || links.mayConcern(item)) return null;
      assertWritable(policy, to, item.name);
      if (!rooms.takeNow(to, item.stats.size)) return null;
      const temporary = { fd: to.fd, name: temporaryName() };
      return copySmall({ item, temporary, verify, isPlain: true, rules: null }) ? give(temporary, item.name) : null;
    },
  };
}
