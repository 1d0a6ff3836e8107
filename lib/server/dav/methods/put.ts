import { AppError } from "@/lib/shared/errors";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { parseSeconds } from "@/lib/server/dav/parse-times";
import { limits } from "@/lib/server/base/limits";
import { bodyOf, endingWith } from "@/lib/server/http/body-stream";
import { readBody } from "@/lib/server/http/read-body";
import { assertMayChange, assertMayStillChange } from "@/lib/server/dav/assert-may-change";
import {
  answer,
  explainParent,
  entryPathOf,
  findEntry,
  type DavCall,
  type DavMethodRun,
} from "@/lib/server/dav/dav-call";
import { areThereLocks } from "@/lib/server/dav/locks";
import { noteMade } from "@/lib/server/dav/made-files";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { whileSent, wholeAt } from "@/lib/server/upload/note-upload";
import { waitForLane } from "@/lib/server/upload/upload-lanes";
import { parseContentRange, writePart } from "@/lib/server/dav/write-part";

/** So much is read whole before the disk is asked: a stream for it costs more than its bytes. */
const smallBytes = 65_536;

/** RFC 4918 §9.7, atomic as every write; with Content-Range a part of a file. */
export const put: DavMethodRun = async (call) => {
  const { ctx, wire } = call;
  const lane = await waitForLane({ key: userIdOf(ctx.actor) }, wire, ctx);
  try {
    await whileSent({ ctx, wire, to: wholeAt(entryPathOf(call)) }, () => store(call));
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
  const changes = [{ path, what: isMember ? "name" : "content" }] as const;
  const { ifMatch } = await assertMayChange(call, changes);
  const range = parseContentRange(header("content-range"));
  if (range !== null) {
    await writePart(call, { range, ifMatch });
    return;
  }
  const mtimeMs = parseSeconds(header("x-oc-mtime"));
  const isOnlyNew = header("if-none-match")?.trim() === "*";
  const length = Number(wire.req.headers["content-length"] ?? Number.NaN);
  const isSmall = length <= smallBytes;
  const mayStill = () => assertMayStillChange(call, changes);
  const source = isSmall
    ? await readBody(wire.req, { ...limits.userBody, bytes: smallBytes })
    : endingWith(bodyOf(wire.req), mayStill);
  if (isSmall) await mayStill();
  // No signal: when the client goes away the source breaks off by itself, and a body that came whole may be stored.
  const options = {
    conflict: isOnlyNew ? ("fail" as const) : ("replace" as const),
    ...(ifMatch === null ? {} : { ifMatch }),
    ...(mtimeMs === null ? {} : { mtimeMs }),
  };
  const written = await keepVersions(ctx)
    .during((keeping) => ctx.storage.write(path, source, { ...options, ...keeping }))
    .catch(explainParent);
  noteMade(written, ctx);
  // Where the disk keeps another, which may be the nearest that it can, the client learns of it.
  const isKept = mtimeMs !== null && Math.abs(written.mtimeMs - mtimeMs) < timeStepMs;
  answer(call, written.isNew ? 201 : 204, { etag: written.etag, ...(isKept ? { "x-oc-mtime": "accepted" } : {}) });
}
