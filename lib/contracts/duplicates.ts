import { z } from "zod";
import { endpoint } from "./endpoint";
import { id, virtualPath } from "./fields";

/** The result of a `duplicates` task. */
export const duplicatesResult = z.object({
  /** The folder that was looked through. */
  path: z.string(),
  /** Those that free the most come first. */
  groups: z.array(z.object({ size: z.number(), files: z.array(z.object({ path: z.string(), mtime: z.number() })) })),
  /** Of all groups, also of those that the result has no room for. */
  groupCount: z.number(),
  /** What could be freed by keeping one of each. */
  bytes: z.number(),
  /** Files smaller than this were left out: as asked, or because there were too many. */
  minBytes: z.number(),
  unreadable: z.number(),
});
export type DuplicatesResult = z.infer<typeof duplicatesResult>;

export const duplicatesContract = {
  findDuplicates: endpoint({
    method: "POST",
    path: "file/duplicates",
    access: "file_read",
    audit: false,
    summary:
      "Find files with identical content in a folder and its subfolders (task). The task’s result lists the groups. Hard links to the same file don’t count as duplicates.",
    input: z.object({
      path: virtualPath,
      minBytes: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(1),
    }),
    output: z.object({ taskId: id }),
  }),
};
