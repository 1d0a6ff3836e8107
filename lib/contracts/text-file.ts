import { z } from "zod";

export const textFile = z.object({
  context: z.string(),
  name: z.string(),
  size: z.number(),
  mtime: z.number(),
  etag: z.string(),
  encoding: z.string(),
  /** The encoding is the likeliest of several that the bytes might as well be in. */
  guessed: z.boolean(),
  /** A byte order mark was there and is kept on save. */
  bom: z.boolean(),
  eol: z.enum(["lf", "crlf", "cr", "mixed"]),
  writable: z.boolean(),
  /** Of a text that is cut: so many lines come before it, and about so many bytes are left out there. */
  cut: z.object({ lines: z.number(), bytes: z.number() }).optional(),
});
export type TextFile = z.infer<typeof textFile>;
