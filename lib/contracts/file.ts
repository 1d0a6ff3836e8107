import { z } from "zod";
import { sortOrders } from "@/lib/shared/sort-orders";
import { downloadFormats } from "./archive";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, entryName, fileTime, flag, id, oneOrMore, virtualPath, virtualPaths } from "./fields";
import { met } from "./task";
import { textFile } from "./text-file";

const write = "filecat_file_context_update_upload_created_copy_decompression";
const remove = "filecat_file_delete_cut_rename";

const linkTarget = z.object({ text: z.string(), leadsTo: z.enum(["file", "folder", "special", "missing", "outside"]) });

export const fileEntry = z.object({
  name: z.string(),
  kind: z.enum(["file", "folder", "link", "special"]),
  size: z.number(),
  /** Milliseconds since 1970. */
  mtime: z.number(),
  /** Permission bits, 0–0o7777. */
  mode: z.number(),
  link: linkTarget.optional(),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** As its folder lists it; null for callers who may not list, and when it has gone again. */
const made = fileEntry.nullable();

export const folderListing = z.object({
  folders: z.array(fileEntry),
  files: z.array(fileEntry),
  writable: z.boolean(),
  /** Where the next page starts; null after the last one and in answers without a limit. */
  cursor: z.string().nullable(),
  /** Changes with the names in the folder; compare with what the channel `file/watch` says first to see whether something was missed. */
  stamp: z.number(),
  /** There are more entries than one answer has (200,000): those that the disk names first are here. */
  is_cut: z.literal(true).optional(),
});
export type FolderListing = z.infer<typeof folderListing>;

const conflict = z.enum(["fail", "replace", "rename"]);
const treeConflict = z.enum(["fail", "replace", "rename", "skip", "newer", "ask"]);
const files = virtualPaths(10_000);
const taskStarted = z.object({ taskId: id });
const transfer = z.object({
  files,
  to: virtualPath,
  conflict: treeConflict.default("fail"),
  /** What happens to single ones of the files whose name is taken, by path; to the others what `conflict` says. */
  each: z.record(z.string(), treeConflict).optional(),
});

export const fileContract = {
  baseSwitch: endpoint({
    method: "POST",
    path: "file/base_switch",
    viewing: true,
    access: "file_read",
    audit: false,
    summary: "Set the current location of this session.",
    input: z.object({ index: z.number().int().min(0).max(10_000) }),
    output: z.object({ index: z.number() }),
  }),
  getBaseSwitch: endpoint({
    method: "POST",
    path: "file/base_switch/get",
    viewing: true,
    access: "file_read",
    audit: false,
    summary: "Get the current location of this session.",
    input: empty,
    output: z.object({ index: z.number() }),
  }),
  get: endpoint({
    method: "GET",
    path: "file/{path*}",
    access: "file_read",
    bytes: true,
    summary:
      "List a folder (code 0) or read a text file (code 5). A file over 20 MB without `ignore_size`, or over 128 MB, returns code 4; with `ends`, its first and last MiB instead, and `cut` says where the two meet.",
    input: z.object({
      path: z.string(),
      is_sys_path: flag,
      ignore_size: flag,
      ends: flag,
      encoding: z.string().max(32).optional(),
      sort: z.enum(sortOrders).optional(),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      cursor: z.string().max(64).optional(),
    }),
    output: z.union([folderListing, textFile]),
  }),
  stat: endpoint({
    method: "GET",
    path: "file/stat",
    direct: true,
    access: "file_read",
    summary: "Get one entry as it appears in its folder’s listing.",
    input: z.object({ path: virtualPath }),
    output: fileEntry.extend({ etag: z.string().nullable(), writable: z.boolean() }),
  }),
  guessText: endpoint({
    method: "GET",
    path: "file/stat/text",
    direct: true,
    access: "file_read",
    summary: "Check whether a file looks like text, based on its first 64 KiB.",
    input: z.object({ path: virtualPath }),
    output: z.object({ text: z.boolean() }),
  }),
  space: endpoint({
    method: "GET",
    path: "file/space",
    direct: true,
    access: "file_read",
    summary:
      "Get the space of a folder’s volume, or of the caller’s storage limit where that is less, in bytes. `used` and `available` are those of df; `free` is what may still be written. All 0: the volume doesn’t tell.",
    input: z.object({ path: virtualPath }),
    output: z.object({ total: z.number(), used: z.number(), available: z.number(), free: z.number() }),
  }),
  measure: endpoint({
    method: "POST",
    path: "file/measure",
    viewing: true,
    access: "file_read",
    audit: false,
    summary: "Count the folders, files, and bytes that entries contain.",
    input: z.object({ files }),
    output: z.object({ folders: z.number(), files: z.number(), bytes: z.number() }),
  }),
  save: endpoint({
    method: "POST",
    path: "file/save/{path*}",
    access: ["filecat_file_context_update", write],
    summary: "Replace a text file atomically. With If-Match, returns 412 and the current ETag if the file has changed.",
    input: z.object({
      path: z.string(),
      is_sys_path: flag,
      context: z.string(),
      encoding: z.string().max(32).optional(),
      bom: z.boolean().optional(),
      eol: z.enum(["lf", "crlf", "cr", "mixed"]).optional(),
      ifMatch: z.string().max(256).optional(),
    }),
    output: z.object({ etag: z.string(), size: z.number(), mtime: z.number() }),
  }),
  upload: endpoint({
    method: "PUT",
    path: "file/{path*}",
    access: write,
    bytes: true,
    summary: "Upload a file atomically, as multipart with a single `file` field or as raw bytes.",
    input: z.object({
      path: virtualPath,
      conflict: conflict.default("fail"),
      mtime: fileTime.optional(),
      ifMatch: z.string().max(256).optional(),
      /** Sent again, as no answer came: a file of the same time and bytes is it, also under a name that keeping both has given. */
      resume: flag,
    }),
    output: z.object({ path: z.string(), etag: z.string(), size: z.number(), mtime: z.number() }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "file/{path*}",
    access: remove,
    summary: "Move an entry and everything in it to the trash, or delete it permanently with `permanent`.",
    input: z.object({ path: virtualPath, permanent: flag }),
    output: taskStarted,
  }),
  removeMany: endpoint({
    method: "POST",
    path: "file/delete",
    access: remove,
    summary: "Move entries to the trash, or delete them permanently with `permanent`.",
    input: z.object({ files, permanent: z.boolean().default(false) }),
    output: taskStarted,
  }),
  copy: endpoint({
    method: "POST",
    path: "file/copy",
    access: write,
    summary: "Copy entries to a folder.",
    input: transfer,
    output: taskStarted,
  }),
  cut: endpoint({
    method: "POST",
    path: "file/cut",
    access: remove,
    summary: "Move entries to a folder.",
    input: transfer,
    output: taskStarted,
  }),
  clashes: endpoint({
    method: "POST",
    path: "file/clashes",
    direct: true,
    viewing: true,
    access: "file_read",
    audit: false,
    summary: "Check which names are already taken in a folder, and by what.",
    input: z.object({
      to: virtualPath,
      names: z.array(entryName).max(10_000),
      /** Where entries of these names are to come from, in the same order: what they are is told beside it. */
      from: z.array(virtualPath).max(10_000).default([]),
    }),
    output: z.object({ clashes: z.array(z.object({ name: z.string(), standing: met, arriving: met.nullable() })) }),
  }),
  rename: endpoint({
    method: "POST",
    path: "file/rename",
    access: remove,
    summary: "Rename an entry. Fails if the name is already taken. Without an `undo_id` it can't be undone.",
    input: z.object({ path: virtualPath, newName: entryName }),
    output: z.object({ path: z.string(), undo_id: id.nullable(), entry: made }),
  }),
  createFile: endpoint({
    method: "POST",
    path: "file/new/file",
    access: write,
    summary: "Create an empty file.",
    input: z.object({ path: virtualPath }),
    output: z.object({ path: z.string(), entry: made }),
  }),
  createFolder: endpoint({
    method: "POST",
    path: "file/new/dir",
    access: write,
    summary: "Create a folder. With `parents`, also creates missing parent folders.",
    input: z.object({ path: virtualPath, parents: z.boolean().default(false) }),
    output: z.object({ path: z.string(), entry: made }),
  }),
  ticket: endpoint({
    method: "POST",
    path: "file/ticket",
    direct: true,
    viewing: true,
    access: "file_read",
    audit: false,
    summary:
      "Create a short-lived ticket for requests the browser makes on its own, such as images. It allows reading these entries only: all in one request, or with `each` also one alone.",
    input: z.object({ files: virtualPaths(1_000), each: z.boolean().optional() }),
    output: z.object({ ticket: z.string(), expires_at: z.number() }),
  }),
  download: endpoint({
    method: "GET",
    path: "file/download",
    access: "file_read",
    bytes: true,
    summary:
      "Download one file (range requests supported), or several entries or a folder as a streamed archive: zip, unless `format` says otherwise. `token` is a ticket.",
    input: z.object({
      file: oneOrMore(virtualPath, 1000),
      token: z.string().max(4096).optional(),
      inline: flag,
      cache: flag,
      mtime: z.string().max(32).optional(),
      format: z.enum(downloadFormats).optional(),
    }),
    output: z.unknown(),
  }),
};

/** Entries that are new or have changed, and names that are no more; or the folder has gone, or there was too much to tell: list again. */
const folderChange = z.union([
  z.object({ upsert: z.array(fileEntry), removed: z.array(z.string()) }),
  z.object({ gone: z.literal(true) }),
  z.object({ overflow: z.literal(true) }),
]);
export type FolderChange = z.infer<typeof folderChange>;

export const fileChannels = {
  watch: channel({
    name: "file/watch",
    access: "file_read",
    summary: "Hear what changes in a folder, until it is gone.",
    open: z.object({ path: virtualPath }),
    up: null,
    down: z.union([
      /** First of all: changes are told from now on; `stamp` is the folder's at this moment. */
      z.object({ stamp: z.number() }),
      z.object({ change: folderChange }),
    ]),
    highWaterBytes: 32 * 1024,
  }),
};
