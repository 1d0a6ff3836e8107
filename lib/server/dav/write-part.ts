import { bodyOf } from "@/lib/server/http/body-stream";
import { AppError } from "@/lib/shared/errors";
import { assertMayStillChange } from "./assert-may-change";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { answer, entryPathOf, explainParent, findEntry, type DavCall } from "./dav-call";
import { noteMade } from "./made-files";

/** Bytes from `start` on; `end`, inclusive, where it was said. `append`: behind what is there; `last`: so many from the end. */
export type PartRange = { start: number; end: number | null } | { last: number } | "append";

/** Content-Range of a PUT (RFC 9110 §14.4). Throws dav/header for what is no range of bytes. */
export function parseContentRange(header: string | undefined): PartRange | null {
  if (header === undefined) return null;
  const [, start, end] = /^bytes (\d{1,15})-(\d{1,15})\/(?:\d{1,15}|\*)$/.exec(header.trim()) ?? [];
  return toRange("Content-Range", start, end);
}

/** X-Update-Range of a PATCH (sabre.io/dav/http-patch): `bytes=3-6`, `bytes=3-`, `bytes=-3`, `append`. */
export function parseUpdateRange(header: string | undefined): PartRange {
  const text = header?.trim() ?? "";
  if (text === "append") return "append";
  const last = /^bytes=-(\d{1,15})$/.exec(text)?.[1];
  if (last !== undefined) return { last: Number(last) };
  const [, start, end] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(text) ?? [];
  return toRange("X-Update-Range", start, end);
}

function toRange(name: string, start: string | undefined, end: string | undefined): PartRange {
  const range = { start: Number(start ?? Number.NaN), end: end === undefined ? null : Number(end) };
  if (Number.isNaN(range.start) || (range.end !== null && range.end < range.start))
    throw new AppError("dav/header", { name });
  return range;
}

type Part = { range: PartRange; ifMatch: string | null };

/**
 * Puts the body into a file: what is before it, the body, what is behind it, written as a whole in its place. The file is the
 * old one or the new one at every moment, and whoever changed it meanwhile is not overwritten.
 */
export async function writePart(call: DavCall, { range, ifMatch }: Part): Promise<void> {
  const { ctx, wire } = call;
  const path = entryPathOf(call);
  const old = (await findEntry(ctx.storage, path)) === null ? null : await ctx.storage.open(path);
  try {
    const size = old?.stat.sizeBytes ?? 0;
    const start = startOf(range, size);
    if (start > size) throw new AppError("file/range", { size });
    const wanted = typeof range === "object" && "end" in range && range.end !== null ? range.end - start + 1 : null;
    const length = wire.req.headers["content-length"];
    if (wanted !== null && length !== undefined && Number(length) !== wanted)
      throw new AppError("dav/header", { name: "Content-Length" });
    const source = async function* () {
      if (old !== null && start > 0) yield* old.stream({ start: 0, end: start - 1 });
      let sent = 0;
      for await (const chunk of bodyOf(wire.req)) {
        sent += chunk.length;
        yield chunk;
      }
      if (wanted !== null && sent !== wanted) throw new AppError("dav/header", { name: "Content-Length" });
      await assertMayStillChange(call, [{ path, what: "content" }]);
      if (old !== null && start + sent < size) yield* old.stream({ start: start + sent, end: size - 1 });
    };
    const options =
      old === null
        ? { conflict: "fail" as const }
        : { conflict: "replace" as const, ifMatch: ifMatch ?? old.stat.etag };
    const written = await keepVersions(ctx)
      .during((keeping) => ctx.storage.write(path, source(), { ...options, ...keeping }))
      .catch(explainParent);
    noteMade(written, ctx);
    answer(call, old === null ? 201 : 204, { etag: written.etag });
  } finally {
    await old?.close();
  }
}

function startOf(range: PartRange, size: number): number {
  if (range === "append") return size;
  return "last" in range ? Math.max(0, size - range.last) : range.start;
}
