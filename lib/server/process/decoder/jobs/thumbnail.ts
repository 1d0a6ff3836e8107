import type { Job } from "@/lib/server/process/decoder/job";
import { openPicture } from "./open-picture";

/** A small WebP, upright, in sRGB, transparent where the picture is; `said`: the size of the whole. */
export const thumbnail: Job = async (input, { extension, sizePx }, tools) => {
  const { picture, width, height } = await openPicture(input, String(extension), tools);
  const size = Number(sizePx);
  const bytes = await picture
    .resize(size, size, { fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb")
    .webp({ quality: 75 })
    .toBuffer();
  return { said: { width, height }, bytes };
};
