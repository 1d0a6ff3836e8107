import { AppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import { limits } from "@/lib/server/base/limits";
import type { ByteReader } from "@/lib/server/archive/byte-reader";
import type { SparsePiece } from "@/lib/server/storage/holes";
import { blockBytes, parseSize, tarProblem } from "./tar-header";
import { parseDecimal, type Region } from "./tar-pax";

const inHeader = { at: 386, count: 4, moreAt: 482, realSizeAt: 483 };
const inBlock = { at: 0, count: 21, moreAt: 504 };
const regionBytes = 24;
const maxDigits = 20;

/** The map of GNU's old format: four regions in the header, 21 in each block behind it. */
export async function readOldMap(
  header: Buffer,
  reader: ByteReader,
): Promise<{ regions: Region[]; realBytes: number }> {
  const regions: Region[] = [];
  const take = (block: Buffer, { at, count, moreAt }: typeof inBlock) => {
    for (let index = 0; index < count; index++) {
      const from = at + index * regionBytes;
      if (block[from] === 0) break;
      regions.push({ start: parseSize(block, from), sizeBytes: parseSize(block, from + 12) });
    }
    return block[moreAt] === 1 || block[moreAt] === 0x31;
  };
  let hasMore = take(header, inHeader);
  while (hasMore) {
    const block = await reader.take(blockBytes);
    if (block === null) throw tarProblem("cut short");
    hasMore = take(Buffer.from(block), inBlock);
    if (regions.length > limits.tar.sparseRegions) throw tarProblem("a file in too many pieces");
  }
  return { regions, realBytes: parseSize(header, inHeader.realSizeAt) };
}

/** The map of version 1.0: how many, then a start and a size for each, a line each, up to the end of a block of the content. */
export async function readContentMap(take: (sizeBytes: number) => Promise<Uint8Array>): Promise<Region[]> {
  const pace = createPace();
  const regions: Region[] = [];
  const fresh = () => take(blockBytes);
  let [block, at] = [await fresh(), 0];
  const next = async () => {
    const digits: number[] = [];
    for (;;) {
      if (at === block.length) [block, at] = [await fresh(), 0];
      const byte = block[at++] ?? 0;
      if (byte === 0x0a) return parseDecimal(Uint8Array.from(digits));
      if (digits.push(byte) > maxDigits) throw new AppError("archive/broken");
    }
  };
  const count = await next();
  if (count > limits.tar.sparseRegions) throw new AppError("archive/entry-format");
  for (let index = 0; index < count; index++) {
    regions.push({ start: await next(), sizeBytes: await next() });
    await pace();
  }
  return regions;
}

type Sparse = { regions: readonly Region[]; sizeBytes: number };

/** Throws archive/broken for a map that does not fit the file, or the bytes that are there for it. */
export function assertMap({ regions, sizeBytes }: Sparse, contentBytes: number): void {
  let [end, sum] = [0, 0];
  for (const region of regions) {
    if (region.start < end) throw new AppError("archive/broken");
    end = region.start + region.sizeBytes;
    sum += region.sizeBytes;
  }
  if (end > sizeBytes || sum !== contentBytes) throw new AppError("archive/broken");
}

/** The file that a map and its bytes make. `content`: the next so many bytes. */
export async function* sparsePieces(
  { regions, sizeBytes }: Sparse,
  content: (sizeBytes: number) => AsyncIterable<Uint8Array>,
): AsyncGenerator<SparsePiece, void, undefined> {
  const pace = createPace();
  let at = 0;
  for (const region of regions) {
    if (region.start > at) yield { holeBytes: region.start - at };
    if (region.sizeBytes > 0) yield* content(region.sizeBytes);
    at = region.start + region.sizeBytes;
    await pace();
  }
  if (sizeBytes > at) yield { holeBytes: sizeBytes - at };
}
