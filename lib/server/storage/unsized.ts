import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { toFsPath } from "./local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "./local/sys/sys";
import { writeBuffer } from "./local/write/write-chunks";

/** File systems that are made of a kernel's state tell a size of none, or of whole pages, whatever a file holds (proc(5), sysfs). */
const pageBytes = 4096;
const mostPagesBytes = 65_536;
const pieceBytes = 262_144;

/** Gives 0 at the end. */
type Read = (buffer: Buffer, position: number) => Promise<number>;
/** Somewhere outside of all folders, readable from its beginning; `release` when nobody needs it any more. */
export type Spooled = { fd: number; sizeBytes: number; release: () => Promise<void> };

let spooledBytes = 0;

/** Whether a file of this size is to be read to see how long it is. */
export function isSizeDoubtful(sizeBytes: number): boolean {
  return sizeBytes === 0 || (sizeBytes <= mostPagesBytes && sizeBytes % pageBytes === 0);
}

/**
 * Reads a file of a doubtful size to its end and keeps what came in a file without a name; null where it is as long as it says. Throws file/too-large past
 * `limits.unsized.bytes`, and request/overloaded where all of them together are too much.
 */
export async function spoolUnsized(read: Read, sizeBytes: number): Promise<Spooled | null> {
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  let got = 0;
  while (got <= sizeBytes) {
    const more = await read(piece.subarray(got), got);
    got += more;
    // A page is all that such a file may hold: what is as long as it says needs no second look.
    if (more === 0 || got === sizeBytes) break;
  }
  return got === sizeBytes ? null : keep(read, piece, got);
}

/** Keeps what is in the piece, and all that comes behind it. */
async function keep(read: Read, piece: Buffer, gotBytes: number): Promise<Spooled> {
  const fd = await openNameless();
  let sizeBytes = 0;
  let releasing: Promise<void> | null = null;
  const letGo = () => {
    spooledBytes -= sizeBytes;
    return closeQuietly(fd);
  };
  const release = () => (releasing ??= letGo());
  try {
    for (let length = gotBytes; length > 0; length = await read(piece, sizeBytes)) {
      if (sizeBytes + length > limits.unsized.bytes) throw new AppError("file/too-large");
      if (spooledBytes + length > limits.unsized.inAllBytes) throw new AppError("request/overloaded");
      [spooledBytes, sizeBytes] = [spooledBytes + length, sizeBytes + length];
      await writeBuffer(fd, piece.subarray(0, length), sizeBytes - length);
    }
    return { fd, sizeBytes, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** A file that goes with its descriptor, and that no other program finds by then. */
export async function openNameless(folder = tmpdir()): Promise<number> {
  const path = toFsPath(`${folder}/filedeck-${randomBytes(12).toString("hex")}`);
  const fd = await sys.open(path, openFlags.createNew, 0o600);
  await sys.unlink(path);
  return fd;
}
