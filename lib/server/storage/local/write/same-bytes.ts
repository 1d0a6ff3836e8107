import { sys } from "@/lib/server/storage/local/sys/sys";
import { nextData } from "@/lib/server/storage/local/sys/find-data";
import { readOrEnd } from "@/lib/server/storage/local/sys/read-at";
import { throwIfAborted } from "@/lib/server/storage/local/sys/errno";

const chunkBytes = 1_048_576;

/** Whether two open files hold the same bytes, about `sizeBytes`; read back and compared, which tells more than two hashes. Where both are holes nothing is read. */
export async function hasSameBytes(
  [one, other]: readonly [number, number],
  { sizeBytes, signal }: { sizeBytes: number; signal: AbortSignal },
): Promise<boolean> {
  // One byte more than there is tells the end with the first read.
  const length = Math.min(chunkBytes, sizeBytes + 1);
  const [left, right] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
  for (let position = 0; ;) {
    throwIfAborted(signal);
    if (sizeBytes > chunkBytes) {
      const [nextOne, nextOther] = [await nextData(one, position), await nextData(other, position)];
      if (nextOne === null && nextOther === null) return haveSameLength(one, other);
      position = Math.min(nextOne ?? Infinity, nextOther ?? Infinity);
    }
    const [a, b] = await Promise.all([fill(one, left, position), fill(other, right, position)]);
    if (a !== b || !left.subarray(0, a).equals(right.subarray(0, b))) return false;
    if (a === 0) return true;
    position += a;
  }
}

async function haveSameLength(one: number, other: number): Promise<boolean> {
  return (await sys.fstatBig(one)).size === (await sys.fstatBig(other)).size;
}

/** Reads until the buffer is full or the file ends. */
export async function fill(fd: number, buffer: Buffer, position: number): Promise<number> {
  let got = 0;
  while (got < buffer.length) {
    const count = await readOrEnd(fd, buffer.subarray(got), position + got);
    if (count === 0) break;
    got += count;
  }
  return got;
}
