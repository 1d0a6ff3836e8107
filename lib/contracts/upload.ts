import { z } from "zod";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, entryName, fileTime, flag, id, virtualPath } from "./fields";
import { lists } from "./lists";
import { liveRows } from "./live-rows";
import { settingEndpoints } from "./setting-endpoints";

const write = "filecat_file_context_update_upload_created_copy_decompression";

export const uploadConflicts = ["fail", "replace", "rename"] as const;
const conflict = z.enum(uploadConflicts);

/** What an upload is for: Upload-Metadata of tus, or the query. `path`, or `folder` with `filename`. */
export const uploadTarget = z
  .object({
    path: virtualPath.optional(),
    folder: virtualPath.optional(),
    filename: entryName.optional(),
    conflict: conflict.default("fail"),
    mtime: fileTime.optional(),
    /** Of the whole file, hex; without a value: it comes as Repr-Digest with a later request. */
    sha256: z
      .string()
      .regex(/^(?:[0-9a-f]{64})?$/)
      .optional(),
    /** Make the folders above it. */
    parents: flag,
  })
  .refine(({ path, folder, filename }) => path !== undefined || (folder !== undefined && filename !== undefined), {
    path: ["path"],
    message: "path, or folder and filename",
  });
export type UploadTarget = z.infer<typeof uploadTarget>;

const unfinishedUpload = z.object({
  id,
  /** One that comes in pieces: their ids in order, empty for those that have not begun. `id` is one of them. */
  pieces: z.array(z.string()).optional(),
  folder: z.string(),
  name: z.string(),
  /** Null while the client has not said. */
  size: z.number().nullable(),
  offset: z.number(),
  mtime: z.number().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
});

/** Bytes of one request stay below what reverse proxies take by default (Cloudflare: 100 MB). */
const maxChunkMb = 95;

export const uploadSettingFields = z.object({
  /** Uploads of one user that run at the same time, and of all; more of them wait. */
  perUser: z.number().int().min(1).max(64),
  system: z.number().int().min(1).max(512),
  /** From this size on a file goes in chunks that can be resumed. */
  largeFileMb: z.number().int().min(1).max(10_240),
  /** Largest chunk. */
  chunkMb: z.number().int().min(1).max(maxChunkMb),
  /** Of one large file at the same time. */
  parallelChunks: z.number().int().min(1).max(4),
  resume: z.boolean(),
  /** Files and empty folders that one folder upload may bring. */
  dirUploadMaxNum: z.number().int().min(1).max(1_000_000),
  /** Names that are left out of folders that are dropped or chosen; `*`, `?`, `[a-z]` and `{a,b}` stand for others (name-filter.ts). */
  ignore: z.array(entryName).max(200),
  /** Unfinished uploads are kept so long. */
  keepDays: z.number().int().min(1).max(90),
});
export type UploadSetting = z.infer<typeof uploadSettingFields>;
export const uploadDefaults: UploadSetting = uploadSettingFields.parse({
  perUser: 8,
  system: 64,
  largeFileMb: 8,
  chunkMb: maxChunkMb,
  parallelChunks: 3,
  resume: true,
  dirUploadMaxNum: 100_000,
  ignore: [".DS_Store", "Thumbs.db", "desktop.ini"],
  keepDays: 7,
});

const uploadProgress = z.object({
  id: z.string(),
  /** Of the file; of many that are sent at once, that of their folder. */
  name: z.string(),
  folder: z.string(),
  /** Who sends it; for administrators only. */
  username: z.string().nullable(),
  is_own: z.boolean(),
  bytes: z.number(),
  /** Null while the client has not said. */
  size: z.number().nullable(),
  state: z.enum(["active", "paused", "failed"]),
  started_at: z.number(),
  /** The `upload-run` header: what the page that sends it calls its uploads. */
  run: z.string().nullable(),
  /** Ids of the resumable uploads that it is sent by. */
  uploads: z.array(z.string()),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

const one = z.object({ id });

export const uploadContract = {
  describeTus: endpoint({
    method: "OPTIONS",
    path: "file/tus",
    access: "public",
    bytes: true,
    audit: false,
    summary: "Get the supported tus 1.0 features (https://tus.io/protocols/resumable-upload).",
    input: empty,
    output: z.unknown(),
  }),
  createUpload: endpoint({
    method: "POST",
    path: "file/tus",
    access: write,
    bytes: true,
    summary:
      "Start a resumable upload (tus creation, optionally with its first bytes). The destination is in Upload-Metadata.",
    input: uploadTarget,
    output: z.unknown(),
  }),
  listUploads: endpoint({
    method: "GET",
    path: "file/tus",
    direct: true,
    access: write,
    summary: "List your unfinished uploads, newest first, up to 200.",
    input: empty,
    output: lists({ uploads: z.array(unfinishedUpload) }),
  }),
  readUpload: endpoint({
    method: "GET",
    path: "file/tus/{id}",
    access: "file_read",
    bytes: true,
    summary: "Download the file an upload created. Available for a day after it finishes.",
    input: one,
    output: z.unknown(),
  }),
  headUpload: endpoint({
    method: "HEAD",
    path: "file/tus/{id}",
    access: write,
    bytes: true,
    audit: false,
    summary: "Get how much of an upload has arrived (tus).",
    input: one,
    output: z.unknown(),
  }),
  writeUpload: endpoint({
    method: "PATCH",
    path: "file/tus/{id}",
    access: write,
    bytes: true,
    audit: false,
    summary: "Send the next bytes of an upload (tus). Upload-Checksum verifies them, Repr-Digest the whole file.",
    input: one,
    output: z.unknown(),
  }),
  terminateUpload: endpoint({
    method: "DELETE",
    path: "file/tus/{id}",
    access: write,
    bytes: true,
    summary: "Cancel an upload and delete its data (tus termination).",
    input: one,
    output: z.unknown(),
  }),
  uploadMany: endpoint({
    method: "POST",
    path: "file/upload-many",
    access: write,
    bytes: true,
    summary: "Upload many files at once as a tar. Each file is written atomically under `to`.",
    input: z.object({
      to: virtualPath,
      conflict: z.enum(["fail", "replace", "rename", "skip"]).default("fail"),
      /** Files of the same time and bytes are taken for stored: for sending again what broke off. */
      resume: flag,
    }),
    output: z.object({
      files: z.number(),
      folders: z.number(),
      bytes: z.number(),
      skipped: z.number(),
      /** At most 1,000 are listed. */
      failures: z.array(z.object({ path: z.string(), error: z.string() })),
      failureCount: z.number(),
    }),
  }),
  ...settingEndpoints({
    name: "Upload",
    path: "setting/upload",
    schema: uploadSettingFields,
    read: "session",
    write: "dir_upload_max_num",
    summaries: ["Get the upload limits.", "Change the upload limits."],
  }),
};

export const uploadChannels = {
  progress: channel({
    name: "upload/progress",
    access: write,
    summary:
      "Your uploads while they are sent, from any device, and up to three times a second how far they are. Administrators see everyone’s. 100 are listed, and how many more there are.",
    open: empty,
    up: null,
    down: liveRows(uploadProgress),
    highWaterBytes: 64 * 1024,
  }),
};
