import { z } from "zod";
import { endpoint } from "./endpoint";
import { flag, id, virtualPath } from "./fields";
import { lists } from "./lists";

/** Who may save a file. */
const write = ["filecat_file_context_update", "filecat_file_context_update_upload_created_copy_decompression"] as const;

export const versionContract = {
  listVersions: endpoint({
    method: "GET",
    path: "file/versions",
    access: write,
    summary: "List the earlier versions of a file you can change, newest first.",
    input: z.object({ path: virtualPath }),
    output: lists({
      versions: z.array(
        z.object({
          id,
          size: z.number(),
          /** When this content was written. */
          changed_at: z.number(),
          /** When it was written over, and by whom. */
          replaced_at: z.number(),
          replaced_by: z.string(),
        }),
      ),
    }),
  }),
  readVersion: endpoint({
    method: "GET",
    path: "file/versions/content",
    access: "file_read",
    bytes: true,
    summary: "Get the content of an earlier version of a file you can change. `token` is a ticket for the file.",
    input: z.object({ file: virtualPath, version: id, token: z.string().max(4096).optional(), inline: flag }),
    output: z.unknown(),
  }),
  restoreVersion: endpoint({
    method: "POST",
    path: "file/versions/restore",
    access: write,
    summary: "Restore an earlier version of a file. The current content is kept as a version too.",
    input: z.object({ path: virtualPath, version: id }),
    output: z.object({ etag: z.string(), size: z.number(), mtime: z.number() }),
  }),
};
