import { isErrno } from "./errno";
import { sys } from "./sys";

/** 0 at the end; of a file that the kernel writes on and on, and that was opened not to wait, also where there is nothing more yet. */
export async function readOrEnd(fd: number, buffer: Buffer, position: number): Promise<number> {
  try {
    return await sys.read(fd, buffer, 0, buffer.length, position);
  } catch (error) {
    if (isErrno(error, "EAGAIN")) return 0;
    throw error;
  }
}

/** So many bytes of an open file from a place on; fewer where it ends. */
export async function readAt(fd: number, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, length));
  let done = 0;
  while (done < buffer.length) {
    const read = await sys.read(fd, buffer, done, buffer.length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return buffer.subarray(0, done);
}
