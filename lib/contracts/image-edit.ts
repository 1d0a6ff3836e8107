import { z } from "zod";
import { imageEditLimits, toneNames, type ImageEdit } from "@/lib/shared/image/image-edits";
import { imageFormats } from "@/lib/shared/image/image-formats";
import { endpoint } from "./endpoint";
import { entryName, virtualPath } from "./fields";

const write = "filecat_file_context_update_upload_created_copy_decompression";

// Straightening moves what was drawn near an edge out of the frame.
const fraction = z.number().min(-4).max(5);
const point = z.object({ x: fraction, y: fraction });
const part = z.number().min(0).max(1);
const thin = z.number().min(0.0005).max(0.2);
const color = z.string().regex(/^#[0-9a-f]{6}$/i);
const ends = { from: point, to: point };

const mark = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pen"), points: z.array(point).min(1).max(imageEditLimits.points), color, width: thin }),
  z.object({ kind: z.enum(["line", "arrow", "rectangle", "ellipse"]), ...ends, color, width: thin }),
  z.object({
    kind: z.literal("text"),
    at: point,
    text: z.string().min(1).max(imageEditLimits.textLength),
    color,
    size: z.number().min(0.002).max(0.5),
    degrees: z.number().min(-36_000).max(36_000),
  }),
  z.object({ kind: z.literal("blur"), ...ends, strength: thin }),
]);

const index = z.number().int().min(0).max(imageEditLimits.edits);
const edit = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("turn"), by: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ kind: z.literal("flip"), axis: z.enum(["horizontal", "vertical"]) }),
  z.object({
    kind: z.literal("straighten"),
    degrees: z.number().min(-imageEditLimits.degrees).max(imageEditLimits.degrees),
  }),
  z.object({ kind: z.literal("crop"), area: z.object({ x: part, y: part, width: part, height: part }).nullable() }),
  z.object({ kind: z.literal("resize"), longest: z.number().int().min(1).max(imageEditLimits.longest).nullable() }),
  z.object({ kind: z.literal("tone"), name: z.enum(toneNames), value: z.number().min(-100).max(100) }),
  z.object({ kind: z.literal("addMark"), mark }),
  z.object({ kind: z.literal("setMark"), index, mark }),
  z.object({ kind: z.literal("removeMark"), index }),
]) satisfies z.ZodType<ImageEdit>;

const pointsIn = (edits: readonly ImageEdit[]) =>
  edits.reduce((sum, one) => sum + ("mark" in one && one.mark.kind === "pen" ? one.mark.points.length : 0), 0);

const made = {
  path: virtualPath,
  edits: z
    .array(edit)
    .max(imageEditLimits.edits)
    .refine((edits) => pointsIn(edits) <= imageEditLimits.allPoints, { message: "too many points" }),
  /** `keep`: that of the original. */
  format: z.enum(["keep", ...imageFormats]).default("keep"),
  quality: z.number().int().min(1).max(100).default(85),
  metadata: z.enum(["keep", "remove"]).default("keep"),
};

export const imageEditContract = {
  saveImage: endpoint({
    method: "POST",
    path: "image-edit/save",
    access: write,
    summary:
      "Save an edited picture, as a copy with a free name or over the original, which is kept as a version. With `ifMatch`, returns 412 if the picture has changed.",
    input: z.object({
      ...made,
      to: z.enum(["copy", "replace"]),
      /** Of the copy; the original’s with the format’s extension if left out. */
      name: entryName.optional(),
      ifMatch: z.string().max(256).optional(),
    }),
    output: z.object({
      path: z.string(),
      etag: z.string(),
      size: z.number(),
      mtime: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  }),
  measureImage: endpoint({
    method: "POST",
    path: "image-edit/measure",
    direct: true,
    access: write,
    audit: false,
    summary: "Calculate the size that an edited picture would have when saved. Nothing is written.",
    input: z.object(made),
    output: z.object({ sizeBytes: z.number(), width: z.number(), height: z.number() }),
  }),
};
