import type { Job } from "@/lib/server/process/decoder/job";
import { openPicture } from "./open-picture";
import { readExif } from "./read-facts";

/** What the file says of itself; no bytes. */
export const facts: Job = async (input, { extension }, tools) => {
  const [{ width, height }, exif] = await Promise.all([openPicture(input, String(extension), tools), readExif(input)]);
  return { said: { width, height, ...exif }, bytes: new Uint8Array() };
};
