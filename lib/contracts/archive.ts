import { z } from "zod";
import { endpoint } from "./endpoint";
import { entryName, flag, id, virtualPath, virtualPaths } from "./fields";

const write = "filecat_file_context_update_upload_created_copy_decompression";
export const archiveFormats = ["zip", "7z", "tar", "tar.gz", "tar.zst"] as const;
/** What a folder can be downloaded as. */
export const downloadFormats = ["zip", "tar", "tar.gz", "tar.zst"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];
export type ArchiveFormat = (typeof archiveFormats)[number];

/** Of names that are not UTF-8. */
export const archiveEncodings = [
  "utf-8",
  "gbk",
  "shift-jis",
  "euc-kr",
  "big5",
  "cp437",
  "cp866",
  "windows-1252",
] as const;
export type ArchiveEncoding = (typeof archiveEncodings)[number];

/** Long enough for a sentence; never stored. */
const password = z.string().min(1).max(1024);

/** How an archive is read. */
const reading = { path: virtualPath, encoding: z.enum(archiveEncodings).optional(), password: password.optional() };

const taskStarted = z.object({ taskId: id });

const listedEntry = z.object({
  /** As the archive names it. */
  path: z.string(),
  kind: z.enum(["file", "folder", "other"]),
  size: z.number(),
  /** Null where entries are packed together. */
  packed: z.number().nullable(),
  /** Milliseconds since 1970; 0 where the archive does not say. */
  mtime: z.number(),
  encrypted: z.boolean().optional(),
});
export type ArchiveListed = z.infer<typeof listedEntry>;

/** A line of the list. The first entry of all has the number 0: with it `file/archive/entry` finds it again. */
const archiveLine = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("head"),
    format: z.enum(["zip", "tar", "7z", "rar", "single"]),
    /** How names are read; null where there is nothing to choose. */
    encoding: z.enum(archiveEncodings).nullable(),
    /** For `file/archive/entry`, which gets the password from here. Forgotten after an hour without use. */
    open: id,
  }),
  z.object({ type: z.literal("entries"), entries: z.array(listedEntry) }),
  /** `cut`: there are more than can be listed, or reading them took too long. */
  z.object({ type: z.literal("done"), cut: z.boolean() }),
  z.object({
    type: z.literal("error"),
    error: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type ArchiveLine = z.infer<typeof archiveLine>;
export const maxArchiveListed = 200_000;

export const archiveContract = {
  list: endpoint({
    method: "POST",
    path: "file/archive/list",
    viewing: true,
    access: "file_read",
    bytes: true,
    audit: false,
    summary: `List an archive’s contents as newline-delimited JSON: a header, batches of entries (up to ${maxArchiveListed}), and a trailer.`,
    input: z.object(reading),
    output: archiveLine,
  }),
  readEntry: endpoint({
    method: "GET",
    path: "file/archive/entry",
    access: "file_read",
    bytes: true,
    summary: "Get the content of one archive entry, by its number in the list. `token` is a ticket for the archive.",
    input: z.object({
      file: virtualPath,
      entry: z.coerce.number().int().min(0).max(1_000_000),
      /** From the list: carries the password and the choice of encoding. */
      open: id.optional(),
      token: z.string().max(4096).optional(),
      inline: flag,
    }),
    output: z.unknown(),
  }),
  compress: endpoint({
    method: "POST",
    path: "file/compress",
    access: write,
    summary:
      "Compress entries into a new archive (task). If the name is taken, a number is added. Symbolic links are skipped and counted.",
    input: z.object({
      files: virtualPaths(10_000),
      to: virtualPath,
      /** With its extension. */
      name: entryName,
      format: z.enum(archiveFormats).default("zip"),
      /** 0 stores, 9 is smallest; tar alone has none. */
      level: z.number().int().min(0).max(9).default(6),
      /** Of a zip or 7z: encrypted with AES-256, a 7z with its names. */
      password: password.optional(),
    }),
    output: taskStarted,
  }),
  extract: endpoint({
    method: "POST",
    path: "file/uncompress",
    access: write,
    summary:
      "Extract a zip, 7z, rar, or tar (plain or compressed with gz, xz, bz2, or zst), or a single gz, xz, bz2, or zst file, into a new folder in `to` (task). Links and devices are skipped and listed as failures. An encrypted archive without a password fails with archive/password.",
    input: z.object({
      ...reading,
      to: virtualPath,
      /** Only these, and what is below them: paths as the archive names them. All when left out. */
      only: z.array(z.string().max(4096)).min(1).max(1_000).optional(),
    }),
    output: taskStarted,
  }),
};
