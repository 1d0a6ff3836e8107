import { maxLogoBytes, maxLogoPixels } from "@/lib/shared/look";

const signature = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const end = Buffer.from("0000000049454e44ae426082", "hex");

/** Whether it is a PNG (its head and its end; browsers see to the rest) that is small enough. */
export function isLogo(bytes: Buffer): boolean {
  if (bytes.length > maxLogoBytes || bytes.length < 24 + end.length) return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isPng = bytes.subarray(0, signature.length).equals(signature) && bytes.subarray(-end.length).equals(end);
  return isPng && width > 0 && height > 0 && width <= maxLogoPixels && height <= maxLogoPixels;
}
