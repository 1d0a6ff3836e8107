import { z } from "zod";
import { endpoint } from "./endpoint";
import { virtualPath } from "./fields";

/** A part of the map. The first one is the folder itself; a part comes after the folder that it is in. */
const spacePart = z.object({
  /** Its folder's place in the list; -1 for the first. */
  in: z.number().int(),
  name: z.string(),
  kind: z.enum(["file", "folder", "link", "special"]),
  /** On the disk, with everything in it. A file with several names counts once. */
  bytes: z.number(),
  files: z.number(),
  /** Entries right in it that are too small to have parts of their own. */
  rest: z.object({ entries: z.number(), bytes: z.number() }),
  /** Lies on another disk, or is a mount: not looked into. */
  elsewhere: z.boolean(),
});
export type SpacePart = z.infer<typeof spacePart>;

/** A line of the answer. The last one is `done` or `error`. */
export const spaceLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), entries: z.number(), bytes: z.number() }),
  z.object({
    type: z.literal("done"),
    entries: z.number(),
    /** Entries that the caller may not see or that cannot be read. */
    unreadable: z.number(),
    parts: z.array(spacePart),
  }),
  z.object({
    type: z.literal("error"),
    error: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type SpaceLine = z.infer<typeof spaceLine>;

export const spaceContract = {
  mapSpace: endpoint({
    method: "GET",
    path: "file/space-map",
    access: "file_read",
    bytes: true,
    summary: "Analyze a folder’s disk usage. Returns newline-delimited JSON: progress, then the largest items.",
    input: z.object({ path: virtualPath }),
    output: spaceLine,
  }),
};
