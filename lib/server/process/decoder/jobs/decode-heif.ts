import { TooManyPixels, type DecoderTools } from "@/lib/server/process/decoder/job";
import type { RawPicture } from "./raw-picture";

const brands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/** HEIC by its first box (ISO/IEC 14496-12): AVIF, which sharp reads, has another brand. */
export function isHeif(input: Buffer): boolean {
  return input.toString("latin1", 4, 8) === "ftyp" && brands.has(input.toString("latin1", 8, 12)) && !isAvif(input);
}

function isAvif(input: Buffer): boolean {
  const end = Math.min(input.readUInt32BE(0), 64, input.length);
  return input.toString("latin1", 8, end).includes("avif");
}

/** libheif turns and crops by itself. */
export async function decodeHeif(input: Buffer, { loadHeif, maxPixels }: DecoderTools): Promise<RawPicture> {
  const [image] = new (loadHeif().HeifDecoder)().decode(input);
  if (image === undefined) throw new Error("no picture in it");
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw new TooManyPixels();
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) =>
    image.display({ data, width, height }, (filled) =>
      filled === null ? reject(new Error("it cannot be decoded")) : resolve(),
    ),
  );
  image.free();
  return { data: Buffer.from(data.buffer), width, height, channels: 4 };
}
