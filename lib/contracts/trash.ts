import { z } from "zod";
import { endpoint } from "./endpoint";
import { flag, id, virtualPath } from "./fields";
import { lists } from "./lists";
import { settingEndpoints } from "./setting-endpoints";

const remove = "filecat_file_delete_cut_rename";
const ids = z.array(id).min(1).max(10_000);
const taskStarted = z.object({ taskId: id });

export const trashEntry = z.object({
  id,
  name: z.string(),
  /** Where it was; null for somebody who has no way there. */
  path: z.string().nullable(),
  kind: z.enum(["file", "folder", "link", "special"]),
  /** Bytes; null until a folder has been counted. */
  size: z.number().nullable(),
  /** An earlier version of the file at its place. */
  version: z.boolean(),
  deleted_at: z.number(),
  owner: z.string(),
});

export const trashSetting = z.object({
  on: z.boolean(),
  /** After so many days an entry is deleted for good; 0: never. */
  days: z.number().int().min(0).max(3650),
  /** How much of a volume its trash may take, the oldest going first; 0: as much as there is. */
  percent: z.number().int().min(0).max(100),
  /** The same in bytes. */
  bytes: z.number().int().min(0),
  /** So many earlier versions of a file are kept when programs, WebDAV or the editor write it anew; 0: none. */
  versions: z.number().int().min(0).max(1000).default(20),
  /** After so many days a version is deleted for good; 0: never. */
  versionDays: z.number().int().min(0).max(3650).default(30),
});
export type TrashSetting = z.infer<typeof trashSetting>;

export const trashContract = {
  listTrash: endpoint({
    method: "GET",
    path: "trash/list",
    access: remove,
    summary: "List your trash, newest first. Administrators can list everyone’s with `all`.",
    input: z.object({
      all: flag,
      /** The id of the last entry of the page before. */
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
    }),
    output: lists({ entries: z.array(trashEntry), next: id.nullable(), count: z.number(), bytes: z.number() }),
  }),
  offerTrash: endpoint({
    method: "GET",
    path: "trash/offer",
    access: remove,
    summary: "Check whether entries deleted from a folder go to the trash, and how long they are kept there.",
    input: z.object({ path: virtualPath }),
    output: z.object({ state: z.enum(["on", "off", "unavailable"]), days: z.number() }),
  }),
  restoreTrash: endpoint({
    method: "POST",
    path: "trash/restore",
    access: remove,
    summary: "Restore entries to their original location or to another folder.",
    input: z.object({
      ids,
      to: virtualPath.optional(),
      conflict: z.enum(["fail", "replace", "rename", "skip", "ask"]).default("fail"),
    }),
    output: taskStarted,
  }),
  purgeTrash: endpoint({
    method: "POST",
    path: "trash/delete",
    access: remove,
    summary: "Permanently delete entries in the trash.",
    input: z.object({ ids }),
    output: taskStarted,
  }),
  emptyTrash: endpoint({
    method: "POST",
    path: "trash/empty",
    access: remove,
    summary: "Empty your trash permanently. Administrators can empty everyone’s with `all`.",
    input: z.object({ all: z.boolean().default(false) }),
    output: taskStarted,
  }),
  ...settingEndpoints({
    name: "Trash",
    path: "setting/trash",
    schema: trashSetting,
    write: "recycle_file_save",
    summaries: [
      "Get the trash settings: whether deleted entries go to the trash, how long they are kept, and the size limits.",
      "Change the trash settings.",
    ],
  }),
  endUploads: endpoint({
    method: "POST",
    path: "undo/uploads/{run}",
    access: "filecat_file_delete_cut_rename",
    audit: false,
    summary:
      "Get one undo for everything that uploads with this `upload-run` header replaced, or null if nothing was replaced.",
    input: z.object({ run: id }),
    output: z.object({ id: id.nullable(), count: z.number(), name: z.string() }),
  }),
};
