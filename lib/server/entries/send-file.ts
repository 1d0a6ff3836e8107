import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import { isBelieved } from "@/lib/server/base/proxy-trust";
import type { Wire } from "@/lib/server/http/wire";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import type { ByteRange, OpenFile } from "@/lib/server/storage/storage";
import { disposition, inlineTypeOf } from "./content-type";
import { accelLocation } from "./accel";
import { parseRange } from "./parse-range";

const turns = createTurns(limits.downloads);

type Send = { path: VirtualPath; isInline: boolean; isCached: boolean };

/** One file by RFC 9110: ETag, Last-Modified, conditions, single and multiple ranges. User content never becomes active. */
export async function sendFile({ path, ...send }: Send, ctx: Ctx, wire: Wire): Promise<void> {
  await sendOpened({ ...send, name: nameOf(path), open: () => ctx.storage.open(path), hasAddress: true }, ctx, wire);
}

/** `hasAddress`: a proxy in front may fetch it from its place on the disk. */
type Opened = {
  name: string;
  isInline: boolean;
  isCached?: boolean;
  open: () => Promise<OpenFile>;
  hasAddress?: boolean;
};

export async function sendOpened(send: Opened, ctx: Ctx, wire: Wire): Promise<void> {
  const leave = await turns(holderOf(ctx), ctx.signal);
  await sendOne(send, wire).finally(leave);
}

async function sendOne(send: Opened, wire: Wire): Promise<void> {
  const { name, isInline, isCached = false, open, hasAddress = false } = send;
  const file = await open();
  try {
    const { headers: safe, contentType } = contentHeaders(name, isInline);
    const modified = new Date(file.stat.mtimeMs).toUTCString();
    if (file.isSpooled) {
      // What came this time: nothing tells whether another time it is the same.
      const headers = { "accept-ranges": "none", "cache-control": "private, no-store", ...safe };
      await sendContent({ file, headers, contentType, ranges: null }, wire);
      return;
    }
    const headers: Record<string, string> = {
      etag: file.stat.etag,
      "last-modified": modified,
      "accept-ranges": "bytes",
      "cache-control": isCached ? "private, max-age=31536000, immutable" : "private, no-cache",
      ...safe,
    };
    const { res, exchange } = wire;
    assertConditions(exchange, file);
    if (isUnchanged(exchange.header("if-none-match"), exchange.header("if-modified-since"), file)) {
      res.writeHead(304, headers).end();
      return;
    }
    const { env } = getApp();
    // Somebody who speaks to this port directly would get an empty file, and the place on the disk.
    const isProxied = isBelieved(exchange.trust);
    const place = hasAddress && isProxied ? (file.disk?.hostPath ?? null) : null;
    const accel = place === null ? null : accelLocation(env.accel, place);
    if (accel !== null) {
      res.writeHead(200, { ...headers, "content-type": contentType, "x-accel-redirect": accel }).end();
      return;
    }
    await sendContent({ file, headers, contentType, ranges: wantedRanges(wire, file) }, wire);
  } finally {
    await file.close();
  }
}

/** User content never becomes active: what every answer with its bytes says, wherever they come from. */
export function contentHeaders(
  name: string,
  isInline: boolean,
): { headers: Record<string, string>; contentType: string } {
  const type = isInline ? inlineTypeOf(name) : null;
  return {
    headers: {
      "content-disposition": disposition(type === null ? "attachment" : "inline", name),
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self' data:",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
    contentType: type ?? "application/octet-stream",
  };
}

/** RFC 9110 §13.2.2: before anything else. Throws file/changed: whoever goes on with a download must not get another file's end. */
function assertConditions({ header }: Wire["exchange"], { stat }: OpenFile): void {
  const ifMatch = header("if-match");
  const isOther =
    ifMatch === undefined
      ? Math.floor(stat.mtimeMs / 1000) * 1000 > Date.parse(header("if-unmodified-since") ?? "")
      : ifMatch.trim() !== "*" && !ifMatch.split(",").some((tag) => tag.trim() === stat.etag);
  if (isOther) throw new AppError("file/changed", {}, { detail: { etag: stat.etag } });
}

function isUnchanged(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  { stat }: OpenFile,
): boolean {
  if (ifNoneMatch !== undefined)
    return ifNoneMatch === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === stat.etag);
  const since = Date.parse(ifModifiedSince ?? "");
  return !Number.isNaN(since) && Math.floor(stat.mtimeMs / 1000) * 1000 <= since;
}

/** If-Range must fit exactly; otherwise the whole file is sent. */
function wantedRanges({ exchange }: Wire, { stat }: OpenFile): ByteRange[] | null {
  const ifRange = exchange.header("if-range");
  if (ifRange !== undefined && ifRange !== stat.etag && Date.parse(ifRange) !== Math.floor(stat.mtimeMs / 1000) * 1000)
    return null;
  const ranges = parseRange(exchange.header("range"), stat.sizeBytes);
  if (ranges === "unsatisfiable") throw new AppError("file/range", { size: stat.sizeBytes });
  return ranges;
}

type Content = { file: OpenFile; headers: Record<string, string>; contentType: string; ranges: ByteRange[] | null };

async function sendContent(
  { file, headers, contentType, ranges }: Content,
  { res, req }: Pick<Wire, "res" | "req">,
): Promise<void> {
  const size = file.stat.sizeBytes;
  const [first] = ranges ?? [];
  if (ranges !== null && ranges.length > 1) return sendParts({ file, headers, contentType, ranges }, { res, req });
  const range = first ?? null;
  const length = range === null ? size : range.end - range.start + 1;
  const partial = range === null ? {} : { "content-range": `bytes ${range.start}-${range.end}/${size}` };
  res.writeHead(range === null ? 200 : 206, {
    ...headers,
    "content-type": contentType,
    "content-length": length,
    ...partial,
  });
  if (req.method === "HEAD" || length === 0) {
    res.end();
    return;
  }
  await file.sendTo(res, range ?? undefined).then(() => res.end(), ignoreGone);
}

/** multipart/byteranges (RFC 9110 §14.6). */
async function sendParts(
  { file, headers, contentType, ranges }: Content,
  { res, req }: Pick<Wire, "res" | "req">,
): Promise<void> {
  const size = file.stat.sizeBytes;
  const boundary = randomId(24);
  const heads = (ranges ?? []).map(
    (range) =>
      `--${boundary}\r\ncontent-type: ${contentType}\r\ncontent-range: bytes ${range.start}-${range.end}/${size}\r\n\r\n`,
  );
  const tail = `--${boundary}--\r\n`;
  const length = (ranges ?? []).reduce(
    (sum, { start, end }, index) => sum + (heads[index]?.length ?? 0) + end - start + 1 + 2,
    tail.length,
  );
  res.writeHead(206, {
    ...headers,
    "content-type": `multipart/byteranges; boundary=${boundary}`,
    "content-length": length,
  });
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  for (const [index, range] of (ranges ?? []).entries()) {
    res.write(heads[index]);
    await file.sendTo(res, range).catch(ignoreGone);
    if (res.destroyed) return;
    res.write("\r\n");
  }
  res.end(tail);
}

/** A reader that leaves is no failure; everything else breaks the connection, so that nobody takes a part for the whole. */
function ignoreGone(error: unknown): void {
  if (isAppError(error) && error.key === "request/cancelled") return;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (
    code !== "ERR_STREAM_DESTROYED" &&
    code !== "ERR_STREAM_WRITE_AFTER_END" &&
    code !== "ECONNRESET" &&
    code !== "EPIPE"
  )
    throw error;
}
