import { AppError } from "@/lib/shared/errors";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { parseSeconds } from "@/lib/server/dav/parse-times";
import { limits } from "@/lib/server/base/limits";
import { bodyOf } from "@/lib/server/http/body-stream";
import { readBody } from "@/lib/server/http/read-body";
import { assertMayChange } from "@/lib/server/dav/assert-may-change";
import {
  answer,
  explainParent,
  entryPathOf,
  findEntry,
  type DavCall,
  type DavMethodRun,
} from "@/lib/server/dav/dav-call";
import { areThereLocks } from "@/lib/server/dav/locks";
import type { WriteOptions } from "@/lib/server/storage/storage";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { waitForLane } from "@/lib/server/upload/upload-lanes";
import { parseContentRange, writePart } from "@/lib/server/dav/write-part";

/** So much is read whole before the disk is asked: a stream for it costs more than its bytes. */
const smallBytes = 65_536;

/** RFC 4918 §9.7, atomic as every write; with Content-Range a part of a file. */
export const put: DavMethodRun = async (call) => {
  const { ctx, wire } = call;
  const lane = await waitForLane({ key: userIdOf(ctx.actor) }, wire, ctx);
  try {
    await store(call);
  } finally {
    lane.leave();
  }
};

/** The largest step in which a disk keeps times (FAT). */
const timeStepMs = 2_000;

async function store(call: DavCall): Promise<void> {
  const { ctx, wire, isFolder } = call;
  const { header } = wire.exchange;
  const path = entryPathOf(call);
  if (isFolder) throw new AppError("file/not-file");
  // Asked only where it matters: a second way to the entry costs as much as writing a small file.
  const isMember = areThereLocks() && (await findEntry(ctx.storage, path)) === null;
  const { ifMatch } = await assertMayChange(call, [{ path, what: isMember ? "name" : "content" }]);
  const range = parseContentRange(header("content-range"));
  if (range !== null) {
    await writePart(call, { range, ifMatch });
    return;
  }
  const mtimeMs = parseSeconds(header("x-oc-mtime"));
  const isOnlyNew = header("if-none-match")?.trim() === "*";
  const length = Number(wire.req.headers["content-length"] ?? Number.NaN);
  const source =
    length <= smallBytes ? await readBody(wire.req, { ...limits.userBody, bytes: smallBytes }) : bodyOf(wire.req);
  // No signal: when the client goes away the source breaks off by itself, and a body that came whole may be stored.
  const options: WriteOptions = {
    conflict: isOnlyNew ? "fail" : "replace",
    ...(ifMatch === null ? {} : { ifMatch }),
    ...(mtimeMs === null ? {} : { mtimeMs }),
  };
  const written = await keepVersions(ctx)
    .during((keeping) => ctx.storage.write(path, source, { ...options, ...keeping }))
    .catch(explainParent);
  // Where the disk keeps another, which may be the nearest that it can, the client learns of it.
  const isKept = mtimeMs !== null && Math.abs(written.mtimeMs - mtimeMs) < timeStepMs;
  answer(call, written.isNew ? 201 : 204, { etag: written.etag, ...(isKept ? { "x-oc-mtime": "accepted" } : {}) });
}
