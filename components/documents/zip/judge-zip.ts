import { packedBytesOf, readZipDirectory, type ZipEntry } from "./read-zip-directory";

/** What a document may unpack to in all. */
const maxBytes = 500 * 1024 * 1024;
/** Deflate reaches 1,032; XML of documents some 20. Small ones may repeat themselves. */
const maxRatio = 200;
const ratioCountsFrom = 20 * 1024 * 1024;
const maxEntries = 20_000;
const deflated = 8;

export type ZipVerdict = "fine" | "damaged" | "tooLarge";

/** What the directory alone says: without unpacking anything. */
export function judgeDirectory(entries: readonly ZipEntry[] | null, sizeBytes: number): ZipVerdict {
  if (entries === null || entries.length === 0) return "damaged";
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const isBomb = bytes > maxBytes || (bytes > ratioCountsFrom && bytes > sizeBytes * maxRatio);
  return isBomb || entries.length > maxEntries ? "tooLarge" : "fine";
}

/**
 * Whether a zip may be given to a library that unpacks it in memory. The sizes in the directory can be lies, so each entry is unpacked once by the
 * browser, kept nowhere, and stopped where it goes past what was said.
 */
export async function judgeZip(bytes: ArrayBuffer): Promise<ZipVerdict> {
  const entries = readZipDirectory(bytes);
  const verdict = judgeDirectory(entries, bytes.byteLength);
  if (verdict !== "fine" || entries === null) return verdict;
  // Two entries may share their packed bytes: each counts, as each is unpacked.
  for (const entry of entries) {
    const packed = packedBytesOf(bytes, entry);
    if (packed === null) return "damaged";
    if (entry.method !== deflated) continue;
    const found = await unpackedWithin(packed, entry.bytes);
    if (found !== "fine") return found;
  }
  return "fine";
}

async function unpackedWithin(packed: Uint8Array<ArrayBuffer>, saidBytes: number): Promise<ZipVerdict> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return "fine";
      bytes += value.byteLength;
      if (bytes > saidBytes) return "tooLarge";
    }
  } catch {
    return "damaged";
  } finally {
    void reader.cancel().catch(() => {}); // it has failed already
  }
}
