import type { Sharp } from "sharp";
import type { PictureSize } from "@/lib/shared/image/image-edits";
import type { SharpMaker } from "./plan";

/** Decoded pixels between two steps, and what makes the next one of them. */
export type Raw = { data: Buffer; info: PictureSize & { channels: 1 | 2 | 3 | 4 }; sharp: SharpMaker };

export async function rawOf(picture: Sharp, sharp: SharpMaker): Promise<Raw> {
  const { data, info } = await picture.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: info.channels }, sharp };
}

export function fromRaw({ data, info, sharp }: Raw): Sharp {
  return sharp(data, { raw: info, limitInputPixels: false });
}

/** One step of work on decoded pixels. */
export function step(raw: Raw, work: (picture: Sharp) => Sharp): Promise<Raw> {
  return rawOf(work(fromRaw(raw)), raw.sharp);
}
