import { z } from "zod";
import { previewSizes } from "@/lib/shared/preview-sizes";
import { endpoint } from "./endpoint";
import { virtualPath, virtualPaths } from "./fields";

export const pictureFacts = z.object({
  /** In pixels, as the picture is seen. */
  width: z.number(),
  height: z.number(),
  /** Milliseconds since 1970, by the camera’s clock. */
  takenMs: z.number().nullable(),
  camera: z.string().nullable(),
  lens: z.string().nullable(),
  focalLengthMm: z.number().nullable(),
  aperture: z.number().nullable(),
  exposureS: z.number().nullable(),
  iso: z.number().nullable(),
  /** 0 to 5, as XMP has it; -1: rejected. */
  rating: z.number().nullable(),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});

export const previewSize = z.coerce.number().pipe(z.literal(previewSizes)).default(previewSizes[0]);

export const previewContract = {
  thumbnail: endpoint({
    method: "GET",
    path: "preview/thumbnail",
    access: "file_read",
    bytes: true,
    summary:
      "Get a small WebP picture of an image, a film, a sound’s cover, a PDF’s first page, or the cover of a book or office file (204 if it has none); `size` is the longest side in pixels. `token` is a ticket. With `mtime`, browsers keep the answer.",
    input: z.object({
      file: virtualPath,
      size: previewSize,
      token: z.string().max(4096).optional(),
      mtime: z.string().max(32).optional(),
    }),
    output: z.unknown(),
  }),
  facts: endpoint({
    method: "POST",
    path: "preview/facts",
    direct: true,
    viewing: true,
    access: "file_read",
    audit: false,
    summary:
      "Get the size and camera data of up to 100 images, in the order asked; null for what is no image or can’t be read.",
    input: z.object({ files: virtualPaths(100) }),
    output: z.object({ facts: z.array(pictureFacts.nullable()) }),
  }),
};
