import type { OpenFile } from "@/lib/server/storage/storage";
import { maxEntries } from "./archive-entry";

const signatureBytes = 7;
const headBytes = 7;
const fileHeadBytes = 25;
const blockBytes = 65_536;
const [mainType, fileType] = [0x73, 0x74];
const [encryptedFlag, largeFlag, hasDataFlag] = [0x80, 0x100, 0x8000];
const unixHost = 3;
const [typeMask, plainFile, plainFolder] = [0o170000, 0o100000, 0o040000];

/**
 * Numbers of the entries of a RAR of version 4 that are links or devices, as its headers say (https://www.rarlab.com, technote.txt of RAR 3.93):
 * 7-Zip lists them as files whose content is where they lead to. Ends where a header makes no sense, and at once where they are encrypted.
 */
export async function findRar4Links(file: OpenFile): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const read = createReader(file);
  let index = 0;
  for (let at = signatureBytes; index < maxEntries;) {
    const head = await read(at, headBytes + fileHeadBytes + 8);
    if (head.length < headBytes) break;
    const [type, flags, size] = [head.readUInt8(2), head.readUInt16LE(3), head.readUInt16LE(5)];
    if (size < headBytes || (type === mainType && (flags & encryptedFlag) !== 0)) break;
    let dataBytes = (flags & hasDataFlag) !== 0 && head.length >= 11 ? head.readUInt32LE(7) : 0;
    if (type === fileType) {
      if (head.length < headBytes + fileHeadBytes) break;
      dataBytes = head.readUInt32LE(7);
      if ((flags & largeFlag) !== 0 && head.length >= 36) dataBytes += head.readUInt32LE(32) * 2 ** 32;
      const kind = head.readUInt32LE(28) & typeMask;
      if (head.readUInt8(15) === unixHost && kind !== 0 && kind !== plainFile && kind !== plainFolder) found.add(index);
      index++;
    }
    at += size + dataBytes;
  }
  return found;
}

/** Headers are small and lie far apart, or close together: a block is read once. */
function createReader(file: OpenFile) {
  let [block, from] = [Buffer.alloc(0), 0];
  return async (at: number, length: number): Promise<Buffer> => {
    const isHeld = at >= from && at + length <= from + block.length;
    if (!isHeld) {
      const end = Math.min(file.stat.sizeBytes, at + blockBytes) - 1;
      const chunks: Buffer[] = [];
      if (end >= at) for await (const chunk of file.stream({ start: at, end })) chunks.push(chunk as Buffer); // a byte stream
      [block, from] = [Buffer.concat(chunks), at];
    }
    return block.subarray(at - from, at - from + length);
  };
}
