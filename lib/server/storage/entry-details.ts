import type { Acl } from "./acl";
import type { EntryKind } from "./storage";

/** Everything that the disk knows of an entry itself, a link not followed. */
export type EntryDetails = {
  kind: EntryKind;
  /** Of a folder 0, as in `allocatedBytes`: how long its own list of names is would tell of those that are denied. */
  sizeBytes: number;
  /** On the disk; less than the size for sparse files, more for small ones. */
  allocatedBytes: number;
  mtimeMs: number;
  atimeMs: number;
  ctimeMs: number;
  birthtimeMs: number | null;
  /** 0–0o7777 */
  mode: number;
  /** Hard links of a file. Of a folder 1: on most disks it would be the number of the folders in it, those that are denied as well. */
  links: number;
  uid: number;
  gid: number;
  /** Null for an id that has no name here. */
  owner: string | null;
  group: string | null;
  /** Null where the mode says it all, or what more there is cannot be told. */
  acl: Acl | null;
  writable: boolean;
  /** What a rename does not change and no other file gets, ever; null where the disk cannot tell. For records, never for an answer. */
  fileId: string | null;
  /** As a stat tells it, of the entry itself. For records, never for an answer. */
  etag: string;
};
