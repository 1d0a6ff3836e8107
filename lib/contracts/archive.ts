import { z } from "zod";
import { endpoint } from "./endpoint";
import { entryName, id, virtualPath } from "./fields";

const write = "filecat_file_context_update_upload_created_copy_decompression";
export const archiveFormats = ["zip", "tar", "tar.gz"] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];

const taskStarted = z.object({ taskId: id });

export const archiveContract = {
  compress: endpoint({
    method: "POST",
    path: "file/compress",
    access: write,
    summary:
      "Pack entries into a new archive as a task; a taken name gets a number. Symbolic links are left out and counted.",
    input: z.object({
      files: z.array(virtualPath).min(1).max(10_000),
      to: virtualPath,
      /** With its extension. */
      name: entryName,
      format: z.enum(archiveFormats).default("zip"),
      /** 0 stores, 9 is smallest; tar alone has none. */
      level: z.number().int().min(0).max(9).default(6),
    }),
    output: taskStarted,
  }),
  extract: endpoint({
    method: "POST",
    path: "file/uncompress",
    access: write,
    summary:
      "Unpack a zip, tar or tar.gz into a new folder in `to` as a task. Links and devices in it are refused, one by one.",
    input: z.object({
      path: virtualPath,
      to: virtualPath,
      /** Of names that are not UTF-8; guessed when left out. */
      encoding: z.string().max(32).optional(),
    }),
    output: taskStarted,
  }),
};
