import { readlinkSync } from "node:fs";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { hasEscapedBytes, nameToBytes } from "@/lib/shared/paths";

/** A path for a system call: text, or bytes when the name is not UTF-8. */
export type FsPath = string | Buffer;

const nonAscii = /[\u0080-\uffff]/;

/** Name or path (escaped bytes as lone surrogates) → what the system call takes. */
export function toFsPath(path: string): FsPath {
  return nonAscii.test(path) && hasEscapedBytes(path) ? Buffer.from(nameToBytes(path)) : path;
}

/** Bytes that Node handed over as Latin-1 → name or path. */
export function fromLatin1(text: string): string {
  return nonAscii.test(text) ? bytesToName(Buffer.from(text, "latin1")) : text;
}

/** This process by its number, which /proc itself gives: following /proc/self costs a tenth of every call again. */
const descriptors = `/proc/${readlinkSync("/proc/self")}/fd`;

/** The path of a name inside an open folder: immune to whatever happens to the folder's own path meanwhile. */
export function childPath(folderFd: number, name: string): FsPath {
  return toFsPath(`${descriptors}/${folderFd}/${name}`);
}

export function fdPath(fd: number): string {
  return `${descriptors}/${fd}`;
}

export function parentOfHost(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
