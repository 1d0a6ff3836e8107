import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { AppError } from "@/lib/shared/errors";

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];
const blockBytes = 64 * 1024;

/**
 * Records that are needed once more at the end, held packed: as a Buffer each, those of 30,000 entries took 24 MB, and deflated in blocks
 * they take about one. Throws file/too-large when they take more than `maxHeldBytes` packed.
 */
export function createRecordList(maxHeldBytes = Infinity) {
  const packed: Buffer[] = [];
  let block = Buffer.allocUnsafe(blockBytes);
  let [filled, count, sizeBytes, heldBytes] = [0, 0, 0, 0];

  async function packBlock(): Promise<void> {
    // A copy of its own length: what zlib gives stands in a piece of memory of 16 KiB and more.
    const small = Buffer.from(await deflate(block.subarray(0, filled), { level: 1 }));
    heldBytes += small.length;
    if (heldBytes > maxHeldBytes) throw new AppError("file/too-large", { limit: maxHeldBytes });
    packed.push(small);
    filled = 0;
  }

  return {
    async add(record: Buffer): Promise<void> {
      if (filled + record.length > block.length) {
        await packBlock();
        if (record.length > block.length) block = Buffer.allocUnsafe(record.length);
      }
      record.copy(block, filled);
      filled += record.length;
      count++;
      sizeBytes += record.length;
    },
    sum: () => ({ count, sizeBytes }),
    /** All of them, in their order. */
    async *read(): AsyncGenerator<Buffer, void> {
      for (const one of packed) yield await inflate(one);
      if (filled > 0) yield block.subarray(0, filled);
    },
  };
}
