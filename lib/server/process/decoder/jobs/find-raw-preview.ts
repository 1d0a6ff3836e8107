import type { DecoderTools } from "@/lib/server/process/decoder/job";

const start = Buffer.from([0xff, 0xd8, 0xff]);
/** Cameras put three or four into a file; what looks like one in the raw data is passed over by its header. */
const maxTried = 40;

/**
 * The largest JPEG in a camera's raw file, wherever the maker's own tables say that it is: each begins with the same three bytes, and readers take no notice of what
 * follows its end. Throws where there is none.
 */
export async function findRawPreview(input: Buffer, { sharp, maxPixels }: DecoderTools): Promise<Buffer> {
  let best: { bytes: Buffer; pixels: number } | null = null;
  let at = input.indexOf(start);
  for (let tried = 0; at !== -1 && tried < maxTried; tried++) {
    const bytes = input.subarray(at);
    const pixels = await sharp(bytes, { limitInputPixels: maxPixels })
      .metadata()
      // Raw data is stored as lossless JPEG as well, in one channel or of 14 bits, which sharp cannot read.
      .then(({ width, height, format, channels }) => (format === "jpeg" && channels === 3 ? width * height : 0))
      .catch(() => 0);
    if (pixels > (best?.pixels ?? 0)) best = { bytes, pixels };
    at = input.indexOf(start, at + 3);
  }
  if (best === null) throw new Error("no preview in it");
  return best.bytes;
}
