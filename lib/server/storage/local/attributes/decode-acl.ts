import type { AclEntry } from "@/lib/server/storage/acl";

const version = 2;
const headBytes = 4;
const entryBytes = 8;
const noId = 0xffff_ffff;
const maxEntries = 1_000;

const whose: Readonly<Record<number, AclEntry["who"]>> = {
  0x01: "owner",
  0x02: "user",
  0x04: "owningGroup",
  0x08: "group",
  0x10: "mask",
  0x20: "others",
};

/** A POSIX ACL as the kernel keeps it in an xattr (posix_acl_xattr.h); null for what is none. */
export function decodeAcl(bytes: Buffer): Omit<AclEntry, "name">[] | null {
  if (bytes.length < headBytes || (bytes.length - headBytes) % entryBytes !== 0) return null;
  if (bytes.readUInt32LE(0) !== version) return null;
  const entries: Omit<AclEntry, "name">[] = [];
  for (let at = headBytes; at < bytes.length && entries.length < maxEntries; at += entryBytes) {
    const who = whose[bytes.readUInt16LE(at)];
    if (who === undefined) return null;
    const id = bytes.readUInt32LE(at + 4);
    entries.push({ who, may: bytes.readUInt16LE(at + 2) & 0o7, id: id === noId ? null : id });
  }
  return entries;
}
