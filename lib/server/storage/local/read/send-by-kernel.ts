import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import type { ByteRange } from "@/lib/server/storage/storage";
import { callLibc, callLibcNow, hasLibc } from "@/lib/server/storage/local/sys/libc";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { closeQuietly } from "@/lib/server/storage/local/sys/sys";
import { createWriter } from "./send-range";

/** Below it, the calls cost more than the copying. */
const worthBytes = 1_048_576;
const pieceBytes = 1_048_576;
/** What goes the ordinary way in between: it waits for room, and shows Node that the connection lives. */
const ordinaryBytes = 65_536;
const ordinaryEveryMs = 5_000;
/** fcntl(2): a copy of a descriptor that no child inherits. */
const duplicate = 1030;
const gone: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ENOTCONN"]);

type Source = { fd: number; read: (buffer: Buffer, length: number, position: number) => Promise<number> };

/**
 * Sends bytes of a file to a plain connection by sendfile(2), so that they never pass through this process: a third of the processor's time,
 * and no memory. Gives the position from which on the ordinary way has to go: the beginning where the kernel or the connection is
 * not made for it (TLS, chunks, a short range). Throws file/io when the file ends early, request/cancelled when the reader leaves, or
 * the stream's own error.
 */
export async function sendByKernel(source: Source, out: Writable, { start, end }: ByteRange): Promise<number> {
  if (end - start + 1 < worthBytes || !isPlain(out) || !(await hasLibc("sendfile"))) return start;
  const target = openTwin(out);
  if (target === null) return start;
  const writer = createWriter(out);
  const buffer = Buffer.allocUnsafeSlow(ordinaryBytes);
  const offset = Buffer.alloc(8);
  let position = start;
  let ordinaryMs = 0;
  const sendOrdinary = async () => {
    const got = await source.read(buffer, Math.min(buffer.length, end + 1 - position), position);
    if (got === 0) throw new AppError("file/io");
    await writer.write(buffer.subarray(0, got));
    position += got;
    ordinaryMs = performance.now();
  };
  try {
    // Behind the head of the answer, which may still be on its way.
    await sendOrdinary();
    while (position <= end) {
      if (out.destroyed) throw new AppError("request/cancelled");
      offset.writeBigInt64LE(BigInt(position));
      const sent = await sendPiece(target, source.fd, offset, Math.min(pieceBytes, end + 1 - position));
      if (sent === "cannot") return position;
      if (sent === 0) throw new AppError("file/io");
      if (sent !== "full") position += sent;
      const isDue = sent === "full" || performance.now() - ordinaryMs > ordinaryEveryMs;
      if (isDue && position <= end) await sendOrdinary();
    }
    return position;
  } finally {
    writer.release();
    await closeQuietly(target);
  }
}

/** Whether the bytes of the answer go over the wire as they are. */
function isPlain(out: Writable): out is ServerResponse {
  if (!(out instanceof ServerResponse) || !out.headersSent || out.chunkedEncoding) return false;
  return out.socket instanceof Socket && !("encrypted" in out.socket);
}

/**
 * A descriptor of our own for the connection. Node may close its own at any time, and the number then be another connection's, while a call
 * on a thread still uses it.
 */
function openTwin({ socket }: ServerResponse): number | null {
  // Node has no public name for it.
  const handle: unknown = socket === null ? null : Reflect.get(socket, "_handle");
  const fd: unknown = typeof handle === "object" && handle !== null ? Reflect.get(handle, "fd") : null;
  return typeof fd === "number" && fd >= 0 ? callLibcNow("fcntl", fd, duplicate, null) : null;
}

/** `full`: there is no room at the moment; `cannot`: the file's disk does not do it. */
async function sendPiece(to: number, from: number, offset: Buffer, count: number): Promise<number | "full" | "cannot"> {
  try {
    return await callLibc("sendfile", to, from, offset, count);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EAGAIN" || code === "EINTR") return "full";
    if (code === "EINVAL" || code === "ENOSYS" || code === "EOVERFLOW") return "cannot";
    throw gone.has(code) ? new AppError("request/cancelled") : toAppError(error);
  }
}
