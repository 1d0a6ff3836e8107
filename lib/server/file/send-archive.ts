import { createGzip } from "node:zlib";
import type { downloadFormats } from "@/lib/contracts/archive";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Packing } from "@/lib/server/archive/pack-content";
import { createLeftOut } from "@/lib/server/archive/left-out";
import { throughStream } from "@/lib/server/archive/through-stream";
import { walkEntries } from "@/lib/server/archive/walk-entries";
import { writeTar } from "@/lib/server/archive/write-tar";
import { writeZip } from "@/lib/server/archive/write-zip";
import { compressZstd } from "@/lib/server/archive/zstd/compress-zstd";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Wire } from "@/lib/server/http/wire";
import { createReaderFlow, type ReaderFlow } from "@/lib/server/http/reader-flow";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { disposition } from "@/lib/server/entries/content-type";

type Format = (typeof downloadFormats)[number];

const types: Record<Format, string> = {
  zip: "application/zip",
  tar: "application/x-tar",
  "tar.gz": "application/gzip",
  "tar.zst": "application/zstd",
};
/** Quick rather than small: whoever waits for a download waits for the line, not for the last percent. */
const level = 1;
/** What deflating a file takes is more than what it saves below this. */
const storedBelowBytes = 8_192;
/** Of many small files' pieces one write is made. */
const gatheredBytes = 65_536;

const turns = createTurns(limits.archives);

type Sending = { files: readonly VirtualPath[]; name: string; format: Format };

/**
 * Streams an archive without a temporary file. Links and what cannot be read are left out and named in a text in it. A file that fails in its middle is named as well
 * and damaged for all readers of a zip; of a tar it breaks the connection. Throws request/busy and request/overloaded: packing takes a processor.
 */
export async function sendArchive(
  sending: Sending,
  ctx: Pick<Ctx, "actor" | "request" | "storage" | "signal" | "log">,
  wire: Wire,
): Promise<void> {
  const reader = createReaderFlow(wire.res);
  const leave = await turns(holderOf(ctx), ctx.signal, { flow: reader.flow });
  await pack(sending, ctx, { ...wire, reader }).finally(leave);
}

type Out = { res: Wire["res"]; reader: ReaderFlow };

/** In pieces small enough to tell a slow reader from none; false when the reader is gone. */
async function writePieces({ res, reader }: Out, bytes: Buffer, signal: AbortSignal): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += gatheredBytes)
    if (!(await reader.write(res, bytes.subarray(at, at + gatheredBytes), signal))) return false;
  return true;
}

async function pack(
  { files, name, format }: Sending,
  { actor, storage, signal, log }: Pick<Ctx, "actor" | "storage" | "signal" | "log">,
  { req, res, reader }: Wire & { reader: ReaderFlow },
): Promise<void> {
  res.writeHead(200, {
    "content-type": types[format],
    "content-disposition": disposition("attachment", name),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  // Made for nobody, nothing would hold it back.
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  const maxRecordBytes = actor.userId === null ? limits.anonymousZipRecordBytes : Infinity;
  const { failed, ...leftOut } = createLeftOut();
  const { onUnread } = leftOut;
  const groups = walkEntries(storage, files, { signal, isUtf8Only: format === "zip", onUnread });
  const packing: Packing = { groups, storage, onRead: () => {}, onPacked: () => {}, ...leftOut };
  try {
    let [parts, waitingBytes, isBegun]: [Uint8Array[], number, boolean] = [[], 0, false];
    for await (const part of bytesOf(format, packing, { signal, maxRecordBytes })) {
      parts.push(part);
      waitingBytes += part.length;
      // The first goes at once: it tells the receiver that there is something.
      if (waitingBytes < gatheredBytes && isBegun) continue;
      if (!(await writePieces({ res, reader }, Buffer.concat(parts), signal))) return;
      [parts, waitingBytes, isBegun] = [[], 0, true];
    }
    res.end(Buffer.concat(parts));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    const { count, first } = failed();
    if (count > 0) log.warn({ count, first }, "a download lacks what could not be read");
  }
}

type Bounds = { signal: AbortSignal; maxRecordBytes: number };

function bytesOf(
  format: Format,
  packing: Packing,
  { signal, maxRecordBytes }: Bounds,
): AsyncGenerator<Uint8Array, void> {
  switch (format) {
    case "zip":
      return writeZip(packing, { level, storedBelowBytes, maxRecordBytes });
    case "tar":
      return writeTar(packing);
    case "tar.gz":
      return throughStream(writeTar(packing), createGzip({ level }));
    default: // tar.zst
      return compressZstd(writeTar(packing), { level, signal });
  }
}
