import { z } from "zod";
import { endpoint } from "./endpoint";
import { virtualPath, virtualPaths } from "./fields";

export const checksumAlgorithms = ["md5", "sha1", "sha256", "blake2b512"] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** The sums of one file in the result of a `checksum` task, in hex. */
export const fileSums = z.partialRecord(z.enum(checksumAlgorithms), z.string());

const aclEntry = z.object({
  who: z.enum(["owner", "user", "owningGroup", "group", "mask", "others"]),
  id: z.number().nullable(),
  name: z.string().nullable(),
  /** read 4, write 2, run 1 */
  may: z.number(),
});
export type AclEntry = z.infer<typeof aclEntry>;

const details = z.object({
  kind: z.enum(["file", "folder", "link", "special"]),
  size: z.number(),
  /** Bytes that it takes on the disk. */
  allocated: z.number(),
  mtime: z.number(),
  atime: z.number(),
  ctime: z.number(),
  birthtime: z.number().nullable(),
  mode: z.number(),
  links: z.number(),
  uid: z.number(),
  gid: z.number(),
  owner: z.string().nullable(),
  group: z.string().nullable(),
  /** A POSIX ACL, where there is one: then the group bits of `mode` are its mask. `defaults`: what new entries in a folder get. */
  acl: z.object({ access: z.array(aclEntry), defaults: z.array(aclEntry) }).nullable(),
  writable: z.boolean(),
});
export type EntryProperties = z.infer<typeof details>;

const account = z.string().regex(/^(?:\d{1,10}|[a-z_][a-z0-9_.-]{0,31}\$?)$/i);
const taskStarted = z.object({ taskId: z.string() });

export const propertiesContract = {
  getProperties: endpoint({
    method: "GET",
    path: "file/properties",
    direct: true,
    access: "file_read",
    summary: "Get an entry’s properties as recorded on disk. Links are not followed.",
    input: z.object({ path: virtualPath }),
    output: details,
  }),
  setAttributes: endpoint({
    method: "POST",
    path: "file/attributes",
    access: "file_attributes",
    summary:
      "Change the mode of entries and, when running as root, their owner and group (task). With `recursive`, applies to everything in them.",
    input: z.object({
      files: virtualPaths(10_000),
      /** Permission bits; those beyond 0o777 are for root. */
      mode: z.number().int().min(0).max(0o7777).optional(),
      owner: account.optional(),
      group: account.optional(),
      recursive: z.boolean().default(false),
    }),
    output: taskStarted,
  }),
  sumFiles: endpoint({
    method: "POST",
    path: "file/checksum",
    access: "file_read",
    audit: false,
    summary: "Calculate file checksums (task). The result is { <path>: { <algorithm>: <hex> } }.",
    input: z.object({
      files: virtualPaths(1_000),
      algorithms: z.array(z.enum(checksumAlgorithms)).min(1).default(["sha256"]),
    }),
    output: taskStarted,
  }),
};
