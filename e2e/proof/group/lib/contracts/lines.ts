import { z } from "zod";
import { channel } from "./channel";
import { endpoint } from "./endpoint";
import { id, virtualPath } from "./fields";
import { settingEndpoints } from "./setting-endpoints";

const unit = z.enum(["lines", "bytes"]);
export type Unit = z.infer<typeof unit>;

export const linesSetting = z.object({
  /** Larger files are not counted: MiB. */
  largestMb: z.number().int().min(1).max(1024),
});
export type LinesSetting = z.infer<typeof linesSetting>;

export const linesContract = {
  countLines: endpoint({
    method: "GET",
    path: "lines/count",
    access: "file_read",
    summary: "Count the lines of a file.",
    input: z.object({ path: virtualPath }),
    output: z.object({ lines: z.number() }),
  }),
  numberLines: endpoint({
    method: "GET",
    path: "lines/numbered",
    access: "file_read",
    bytes: true,
    summary: "Get a text with its lines numbered.",
    input: z.object({ file: virtualPath, token: z.string().max(4096).optional() }),
    output: z.unknown(),
  }),
  sumLines: endpoint({
    method: "POST",
    path: "lines/sum",
    access: "file_read",
    audit: false,
    summary: "Count the lines of several files, as a task.",
    input: z.object({ files: z.array(virtualPath).min(1).max(10_000) }),
    output: z.object({ taskId: id }),
  }),
  ...settingEndpoints({
    name: "Lines",
    path: "setting/lines",
    schema: linesSetting,
    write: "sys_protection_dir",
    summaries: [
      "Get the size of the largest file that is counted.",
      "Change the size of the largest file that is counted.",
    ],
  }),
};

export const linesChannels = {
  follow: channel({
    name: "lines/follow",
    access: "file_read",
    summary: "Hear how long a file is, and whenever that changes.",
    open: z.object({ path: virtualPath }),
    up: z.object({ unit }),
    down: z.object({ is_bytes: z.boolean(), count: z.number() }),
    highWaterBytes: 4 * 1024,
  }),
};
