/** An entry as the directory at the end of a zip tells of it. */
export type ZipEntry = { method: number; packedBytes: number; bytes: number; headerAt: number };

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const maxCommentLength = 0xffff;

/**
 * The directory of a zip (PKWARE's APPNOTE 4.3.12 and 4.3.16), or null where there is none that makes sense. Documents need no ZIP64: one
 * that claims it is not read.
 */
export function readZipDirectory(bytes: ArrayBuffer): ZipEntry[] | null {
  const view = new DataView(bytes);
  const end = findEnd(view);
  if (end === null) return null;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature) return null;
    entries.push({
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      headerAt: view.getUint32(at + 42, true),
    });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at--)
    if (view.getUint32(at, true) === endSignature) return at;
  return null;
}

/** Where an entry's packed bytes lie; null where they are not in the file. */
export function packedBytesOf(bytes: ArrayBuffer, { headerAt, packedBytes }: ZipEntry): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes);
  if (headerAt + 30 > view.byteLength) return null;
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  return start + packedBytes > view.byteLength ? null : new Uint8Array(bytes, start, packedBytes);
}
