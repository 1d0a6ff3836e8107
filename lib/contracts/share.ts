import { z } from "zod";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { empty, entryName, flag, id, virtualPath, virtualPaths } from "./fields";
import { fileEntry, folderListing } from "./file";
import { textFile } from "./text-file";
import { lists } from "./lists";
import { uploadTarget } from "./upload";
import { levelsOf, maxPathLevels } from "@/lib/shared/paths";
import { shareModes } from "@/lib/shared/share-modes";
import { previewSize } from "./preview";

/** Folders in each other that a visitor of a drop box may make. */
const maxDropDepth = 64;
export const shareStates = ["active", "expired", "used-up", "suspended"] as const;

/** The last part of a share's address. */
export const shareLink = z.string().regex(/^[A-Za-z0-9_-]{3,64}$/);
const extension = z
  .string()
  .transform((text) => text.trim().replace(/^\./, "").toLowerCase())
  .pipe(z.string().regex(/^[^./\\\s]{1,32}$/));

/** What a drop box takes; null is no limit, no extension means any. */
export const shareLimits = z.object({
  max_files: z.number().int().min(1).max(1_000_000).nullable(),
  /** Of all files together. */
  max_bytes: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable(),
  extensions: z.array(extension).max(50),
});
export type ShareLimits = z.infer<typeof shareLimits>;

/** What a drop box takes where nobody says otherwise: anonymous callers must not fill the volume because a field was left empty. */
export const dropLimits: ShareLimits = { max_files: 1_000, max_bytes: 10 * 1024 ** 3, extensions: [] };
export const noLimits: ShareLimits = { max_files: null, max_bytes: null, extensions: [] };

export const shareItem = z.object({ name: z.string(), path: z.string() });
export type ShareItem = z.infer<typeof shareItem>;

export const share = z.object({
  id,
  link: z.string(),
  owner: z.string(),
  mode: z.enum(shareModes),
  /** `suspended`: the owner may not share, or is disabled, at present. */
  state: z.enum(shareStates),
  title: z.string(),
  note: z.string(),
  /** In a list the first ones alone, see `item_count`. `is_missing`: it is gone, or something else has its name; visitors don't get it. */
  items: z.array(shareItem.extend({ is_missing: z.boolean() })),
  item_count: z.number(),
  /** Of `items`. */
  missing_count: z.number(),
  limits: shareLimits,
  has_password: z.boolean(),
  expires_at: z.number().nullable(),
  max_downloads: z.number().nullable(),
  visits: z.number(),
  downloads: z.number(),
  uploads: z.number(),
  uploaded_bytes: z.number(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
});
export type Share = z.infer<typeof share>;

const settings = z.object({
  mode: z.enum(shareModes).default("download"),
  title: z.string().trim().max(200).default(""),
  note: z.string().trim().max(2000).default(""),
  link: shareLink.optional(),
  /** Left out: as it is. Null: none. */
  password: z.string().min(1).max(256).nullable().optional(),
  expires_at: z.number().int().min(0).max(8.64e15).nullable().default(null),
  max_downloads: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Left out: {@link dropLimits} for a drop box, else none. */
  limits: shareLimits.optional(),
});
export type ShareSettings = z.infer<typeof settings>;

/** What a visitor is told of a share. */
export const visitedShare = z.object({
  mode: z.enum(shareModes),
  title: z.string(),
  note: z.string(),
  expires_at: z.number().nullable(),
  downloads_left: z.number().nullable(),
  limits: shareLimits,
  /** What is still taken; null is no limit. */
  files_left: z.number().nullable(),
  bytes_left: z.number().nullable(),
  /** Empty for a drop box. */
  entries: z.array(fileEntry),
});
export type VisitedShare = z.infer<typeof visitedShare>;

const isTooDeep = "too many folders in each other";
/** `<item>/<name>/…` inside the share. */
const pathInside = virtualPath.refine((path) => levelsOf(path) <= maxPathLevels, isTooDeep);
const place = z.object({ link: shareLink, path: pathInside });

const one = z.object({ link: shareLink, id });
const tus = { access: "public", visitors: ["upload"], bytes: true, audit: false } as const;

export const shareContract = {
  listShares: endpoint({
    method: "GET",
    path: "share/list",
    access: "file_share",
    summary: "List your shares, newest first. Administrators see everyone’s.",
    input: empty,
    output: lists({ shares: z.array(share) }),
  }),
  createShare: endpoint({
    method: "POST",
    path: "share/create",
    access: "file_share",
    summary: "Share entries by link.",
    input: settings.extend({ files: virtualPaths(200) }),
    output: share,
  }),
  updateShare: endpoint({
    method: "POST",
    path: "share/{id}/update",
    access: "file_share",
    summary:
      "Change a share’s settings. What lets visitors do more than before, or sets another password, wants the permissions that creating such a share wants.",
    input: settings.extend({ id }),
    output: share,
  }),
  relinkShare: endpoint({
    method: "POST",
    path: "share/{id}/relink",
    access: "file_share",
    summary:
      "Let a share’s item lead to another file or folder, such as the one that replaced it. `name` is the item’s name in the share.",
    input: z.object({ id, name: entryName, path: virtualPath }),
    output: share,
  }),
  revokeShare: endpoint({
    method: "DELETE",
    path: "share/{id}",
    access: "file_share",
    summary: "Stop sharing.",
    input: z.object({ id }),
    output: empty,
  }),
  visitShare: endpoint({
    method: "GET",
    path: "share/{link}/info",
    access: "public",
    visitors: shareModes,
    summary: "Get a share’s contents, as a visitor with the link. Returns code 7 if a password is required.",
    input: z.object({ link: shareLink }),
    output: visitedShare,
  }),
  unlockShare: endpoint({
    method: "POST",
    path: "share/{link}/unlock",
    access: "public",
    visitors: shareModes,
    summary: "Enter a share’s password. Sets a cookie that is valid for this share only.",
    input: z.object({ link: shareLink, password: z.string().max(256) }),
    output: empty,
  }),
  visitFolder: endpoint({
    method: "GET",
    path: "share/{link}/list",
    access: "public",
    visitors: ["download", "view"],
    bytes: true,
    summary: "List a folder in a share.",
    input: place,
    output: folderListing,
  }),
  visitText: endpoint({
    method: "GET",
    path: "share/{link}/text",
    access: "public",
    visitors: ["download", "view"],
    bytes: true,
    summary: "Read a text file in a share, up to 20 MB.",
    input: place.extend({ encoding: z.string().max(32).optional() }),
    output: textFile,
  }),
  visitFile: endpoint({
    method: "GET",
    path: "share/{link}/file",
    access: "public",
    visitors: ["download", "view"],
    bytes: true,
    summary:
      "Get a file in a share (range requests supported). With `inline` it is displayed; otherwise it counts as a download.",
    input: place.extend({ inline: flag }),
    output: z.unknown(),
  }),
  visitThumbnail: endpoint({
    method: "GET",
    path: "share/{link}/thumbnail",
    access: "public",
    visitors: ["download", "view"],
    bytes: true,
    summary:
      "Get a small WebP picture of an image or of a PDF’s first page in a share. With `v`, browsers keep the answer.",
    input: place.extend({ size: previewSize, v: z.string().max(32).optional() }),
    output: z.unknown(),
  }),
  visitZip: endpoint({
    method: "GET",
    path: "share/{link}/zip",
    access: "public",
    visitors: ["download"],
    bytes: true,
    summary: "Download a folder in a share, or all of it, as a streamed zip. Counts as one download.",
    input: z.object({ link: shareLink, path: pathInside.optional() }),
    output: z.unknown(),
  }),
  describeDrop: endpoint({
    ...tus,
    method: "OPTIONS",
    path: "share/{link}/tus",
    summary: "Get the tus 1.0 features of a drop box.",
    input: z.object({ link: shareLink }),
    output: z.unknown(),
  }),
  createDrop: endpoint({
    ...tus,
    audit: true,
    method: "POST",
    path: "share/{link}/tus",
    summary:
      "Start a resumable upload to a drop box. If the name is taken, a number is added. The file name is in Upload-Metadata.",
    input: z.object({
      link: shareLink,
      filename: entryName,
      /** Folders below the drop box, made when they are not there: `a/b`; {@link maxDropDepth} at most. */
      dir: virtualPath.refine((path) => levelsOf(path) <= maxDropDepth, isTooDeep).optional(),
      mtime: uploadTarget.shape.mtime,
      sha256: uploadTarget.shape.sha256,
    }),
    output: z.unknown(),
  }),
  headDrop: endpoint({
    ...tus,
    method: "HEAD",
    path: "share/{link}/tus/{id}",
    summary: "Get how much of an upload has arrived (tus).",
    input: one,
    output: z.unknown(),
  }),
  writeDrop: endpoint({
    ...tus,
    method: "PATCH",
    path: "share/{link}/tus/{id}",
    summary: "Send the next bytes of an upload (tus).",
    input: one,
    output: z.unknown(),
  }),
  terminateDrop: endpoint({
    ...tus,
    method: "DELETE",
    path: "share/{link}/tus/{id}",
    summary: "Cancel an upload (tus termination).",
    input: one,
    output: z.unknown(),
  }),
};

export const shareChannels = {
  names: channel({
    name: "share/names",
    access: "file_share",
    summary: "Hear which names of a folder are shared by you; administrators hear of everyone’s shares.",
    open: z.object({ path: virtualPath }),
    up: null,
    down: z.object({ names: z.array(z.string()) }),
    highWaterBytes: 32 * 1024,
  }),
};
