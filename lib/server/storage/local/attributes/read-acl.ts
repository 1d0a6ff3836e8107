import type { Acl, AclEntry } from "@/lib/server/storage/acl";
import { decodeAcl } from "./decode-acl";
import type { FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { nameOfId } from "./name-of-id";
import { readXattr } from "@/lib/server/storage/local/sys/xattrs";

/** The POSIX ACL of an entry that is no link, and for a folder what new entries in it get; null where there is none beyond the mode. */
export async function readAcl(place: FsPath): Promise<Acl | null> {
  const [access, defaults] = await Promise.all([entriesOf(place, "access"), entriesOf(place, "default")]);
  return access.length === 0 && defaults.length === 0 ? null : { access, defaults };
}

async function entriesOf(place: FsPath, kind: "access" | "default"): Promise<AclEntry[]> {
  const bytes = await readXattr(place, `system.posix_acl_${kind}`, { follows: false });
  const entries = bytes === null ? null : decodeAcl(bytes);
  return Promise.all((entries ?? []).map(async (entry) => ({ ...entry, name: await nameIn(entry) })));
}

async function nameIn({ who, id }: Omit<AclEntry, "name">): Promise<string | null> {
  if (id === null) return null;
  return nameOfId(who === "user" ? "/etc/passwd" : "/etc/group", id);
}
