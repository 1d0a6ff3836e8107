import { TooManyPixels } from "@/lib/server/process/decoder/job";
import type { RawPicture } from "./raw-picture";

export const isBmp = (input: Buffer): boolean => input.toString("latin1", 0, 2) === "BM" && input.length > 54;

/** Uncompressed bitmaps of 8, 24 and 32 bits, which are nearly all that there are. Throws for others, and where bytes are missing. */
export function decodeBmp(input: Buffer, maxPixels: number): RawPicture {
  const start = input.readUInt32LE(10);
  const headBytes = input.readUInt32LE(14);
  const width = input.readInt32LE(18);
  const signed = input.readInt32LE(22);
  const bits = input.readUInt16LE(28);
  const [height, isDown] = [Math.abs(signed), signed < 0];
  const isPlain = [0, 3].includes(input.readUInt32LE(30));
  if (!isPlain || ![8, 24, 32].includes(bits) || width <= 0 || height === 0) throw new Error("another kind of bitmap");
  if (width * height > maxPixels) throw new TooManyPixels();
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start + stride * height > input.length) throw new Error("it is cut off");
  const palette = 14 + headBytes;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = start + stride * (isDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const at = bits === 8 ? palette + input.readUInt8(row + x) * 4 : row + (x * bits) / 8;
      const to = (y * width + x) * 3;
      data[to] = input.readUInt8(at + 2);
      data[to + 1] = input.readUInt8(at + 1);
      data[to + 2] = input.readUInt8(at);
    }
  }
  return { data, width, height, channels: 3 };
}
