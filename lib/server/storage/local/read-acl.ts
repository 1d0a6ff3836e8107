import { execFile } from "node:child_process";
import type { Acl, AclEntry } from "@/lib/server/storage/storage";
import { decodeAcl } from "./decode-acl";
import type { FsPath } from "./fs-path";
import { nameOfId } from "./name-of-id";

const timeoutMs = 5_000;
const maxBytes = 65_536;

/**
 * The POSIX ACL of an entry of an open folder, and for a folder what new entries in it get; null where there is none beyond the mode.
 * Node has no call for xattrs, so getfattr reads them; without it, nothing is told.
 */
export async function readAcl(place: FsPath): Promise<Acl | null> {
  // A name that is not UTF-8 cannot be an argument here.
  if (typeof place !== "string") return null;
  const output = await new Promise<string>((resolve) => {
    execFile(
      "getfattr",
      ["-h", "--absolute-names", "-d", "-m", "^system\\.posix_acl_", "-e", "hex", "--", place],
      { timeout: timeoutMs, maxBuffer: maxBytes, encoding: "latin1" },
      (_error, text) => resolve(text),
    );
  });
  const [access, defaults] = await Promise.all([entriesOf(output, "access"), entriesOf(output, "default")]);
  return access.length === 0 && defaults.length === 0 ? null : { access, defaults };
}

async function entriesOf(output: string, kind: "access" | "default"): Promise<AclEntry[]> {
  const hex = new RegExp(`^system\\.posix_acl_${kind}=0x([0-9a-f]*)$`, "m").exec(output)?.[1];
  const entries = hex === undefined ? null : decodeAcl(Buffer.from(hex, "hex"));
  return Promise.all((entries ?? []).map(async (entry) => ({ ...entry, name: await nameIn(entry) })));
}

async function nameIn({ who, id }: Omit<AclEntry, "name">): Promise<string | null> {
  if (id === null) return null;
  return nameOfId(who === "user" ? "/etc/passwd" : "/etc/group", id);
}
