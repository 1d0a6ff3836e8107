import type { Job } from "@/lib/server/process/decoder/job";
import { findCover } from "./find-cover";
import { thumbnail } from "./thumbnail";

/** A small WebP of the picture that a book or an office file has of itself; no bytes where it has none. */
export const cover: Job = async (input, { extension, sizePx }, tools) => {
  const picture = await findCover(input, String(extension));
  return picture === null
    ? { said: null, bytes: new Uint8Array() }
    : thumbnail(picture, { extension: "png", sizePx }, tools);
};
