const header = "Exif\0\0";
const orientationTag = 0x01_12;
const entryBytes = 12;
/** A segment of a JPEG tells its length in two bytes. */
const maxBytes = 65_533;

/**
 * The EXIF of a picture (https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E) after it was edited: upright, and without the thumbnail,
 * which would still show what was cropped away or blurred. Null for what can't be read.
 */
export function editedExif(exif: Buffer): Buffer | null {
  const start = exif.toString("latin1", 0, header.length) === header ? header.length : 0;
  const tiff = Buffer.from(exif.subarray(start));
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 14 || tiff.length + header.length > maxBytes || (order !== "II" && order !== "MM")) return null;
  const isLittle = order === "II";
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const first = u32(4);
  if (first < 8 || first + 2 > tiff.length) return null;
  const end = first + 2 + u16(first) * entryBytes;
  if (end + 4 > tiff.length) return null;
  for (let at = first + 2; at < end; at += entryBytes)
    if (u16(at) === orientationTag) {
      if (isLittle) tiff.writeUInt16LE(1, at + 8);
      else tiff.writeUInt16BE(1, at + 8);
    }
  const thumbnail = u32(end);
  tiff.writeUInt32LE(0, end);
  // Its own bytes too: unreachable is not gone.
  if (thumbnail >= end && thumbnail + 2 <= tiff.length) wipe(tiff, { from: thumbnail, u16, u32 });
  return Buffer.concat([Buffer.from(header, "latin1"), tiff]);
}

type Wipe = { from: number; u16: (at: number) => number; u32: (at: number) => number };

function wipe(tiff: Buffer, { from, u16, u32 }: Wipe): void {
  const end = Math.min(tiff.length, from + 2 + u16(from) * entryBytes);
  const found = { start: 0, length: 0 };
  for (let at = from + 2; at + entryBytes <= end; at += entryBytes) {
    if (u16(at) === 0x02_01) found.start = u32(at + 8);
    if (u16(at) === 0x02_02) found.length = u32(at + 8);
  }
  // Only what begins as a JPEG does: the offset is the file's own word.
  if (found.start + 2 <= tiff.length && tiff.readUInt16BE(found.start) === 0xff_d8)
    tiff.fill(0, found.start, Math.min(tiff.length, found.start + found.length));
}
