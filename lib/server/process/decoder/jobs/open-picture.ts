import { orientation as orientationIn } from "exifr";
import type { Sharp } from "sharp";
import { rawExtensions } from "@/lib/shared/preview-sizes";
import { TooManyPixels, type DecoderTools } from "@/lib/server/process/decoder/job";
import { decodeBmp, isBmp } from "./decode-bmp";
import { findRawPreview } from "./find-raw-preview";
import { decodeHeif, isHeif } from "./decode-heif";

/** A picture upright, as sharp reads it, with its size as it is seen. */
export type OpenPicture = { picture: Sharp; width: number; height: number };

/**
 * Opens what sharp reads, and HEIC, BMP and cameras' raw files, by what the bytes say; `extension` tells only raw files from TIFF. Nothing is decoded whose header
 * tells of too many pixels. Throws TooManyPixels, and what sharp says of damaged ones.
 */
export async function openPicture(input: Buffer, extension: string, tools: DecoderTools): Promise<OpenPicture> {
  const { sharp, maxPixels } = tools;
  const raw = isHeif(input) ? await decodeHeif(input, tools) : isBmp(input) ? decodeBmp(input, maxPixels) : null;
  if (raw !== null) {
    const { data, width, height, channels } = raw;
    return { picture: sharp(data, { raw: { width, height, channels } }), width, height };
  }
  const options = { limitInputPixels: maxPixels, sequentialRead: true, failOn: "error", unlimited: false } as const;
  const isRaw = rawExtensions.has(extension);
  const bytes = isRaw ? await findRawPreview(input, tools) : input;
  const picture = sharp(bytes, options);
  const { width, height, orientation = 1, pages = 1, pageHeight } = await picture.metadata();
  if (width * (pageHeight ?? height) * Math.min(pages, 1) > maxPixels) throw new TooManyPixels();
  // The JPEG in a raw file often lies as the sensor does, and only the file around it tells how.
  const turn = isRaw && orientation === 1 ? await turnOf(input) : 0;
  const isTurned = orientation >= 5 || turn % 180 !== 0;
  const upright = turn === 0 ? picture.autoOrient() : picture.rotate(turn);
  return isTurned
    ? { picture: upright, width: height, height: width }
    : { picture: upright, width, height: pageHeight ?? height };
}

const turns: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

async function turnOf(input: Buffer): Promise<number> {
  const orientation = await orientationIn(input).catch(() => undefined);
  return turns[orientation ?? 1] ?? 0;
}
