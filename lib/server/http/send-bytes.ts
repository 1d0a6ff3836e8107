import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip as gzipCallback, constants } from "node:zlib";
import type { Wire } from "./wire";

const gzip = promisify(gzipCallback);
const worthCompressingBytes = 8 * 1024;

export const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  vary: "accept-encoding",
};

export function acceptsGzip({ exchange }: Wire): boolean {
  return /\bgzip\b/.test(exchange.header("accept-encoding") ?? "");
}

/** One JSON answer, compressed fast when that pays. Resolves when it has been handed over, or its reader has left. */
export async function sendBytes(wire: Wire, bytes: Buffer): Promise<void> {
  const isCompressed = bytes.length > worthCompressingBytes && acceptsGzip(wire);
  const body = isCompressed ? await gzip(bytes, { level: constants.Z_BEST_SPEED }) : bytes;
  wire.res.writeHead(200, {
    ...jsonHeaders,
    ...(isCompressed ? { "content-encoding": "gzip" } : {}),
    "content-length": body.length,
  });
  wire.res.end(body);
  await sent(wire.res);
}

/** Resolves when all of an answer that has ended is handed over, or its reader has left. */
export function sent(res: ServerResponse): Promise<void> {
  if (res.writableFinished || res.closed) return Promise.resolve();
  return new Promise((resolve) => res.once("finish", resolve).once("close", resolve));
}

/** Writes and waits while the reader is slower; false when the reader is gone. */
export async function writeOut(
  out: NodeJS.WritableStream & { destroyed?: boolean },
  chunk: string | Buffer,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || out.destroyed) return false;
  if (!out.write(chunk)) await once(out, "drain", { signal }).catch(() => null);
  return !signal.aborted;
}
