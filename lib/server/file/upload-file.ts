import { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import type { IncomingMessage } from "node:http";
import { successReply } from "@/lib/server/http/answer";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { limits } from "@/lib/server/base/limits";
import { bodyOf } from "@/lib/server/http/body-stream";
import { readBody } from "@/lib/server/http/read-body";
import { keepOverwritten } from "@/lib/server/trash/keep-overwritten";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { runOf, whileSent, wholeAt } from "@/lib/server/upload/note-upload";
import { waitForLane } from "@/lib/server/upload/upload-lanes";
import { sendReply } from "@/lib/server/http/wire";
import type { ByteService } from "@/lib/server/http/route";
import type { Keeping } from "@/lib/server/storage/keeping";

/** So much is read whole before the disk is asked: a stream for it costs more than its bytes. */
const smallBytes = 65_536;

/** Stores the request's bytes, bare or as the field `file` of a multipart form, atomically under the path. */
export const uploadFile: ByteService<typeof fileContract.upload> = async (input, ctx, wire) => {
  const lane = await waitForLane({ key: userIdOf(ctx.actor) }, wire, ctx);
  try {
    await whileSent({ ctx, wire, to: wholeAt(input.path) }, () => store(input, ctx, wire));
  } finally {
    lane.leave();
  }
};

const store: ByteService<typeof fileContract.upload> = async (input, ctx, wire) => {
  const { req } = wire;
  const isForm = /^multipart\/form-data\b/i.test(req.headers["content-type"] ?? "");
  const length = Number(req.headers["content-length"] ?? Number.NaN);
  const bare = () => (length <= smallBytes ? readBody(req, { ...limits.userBody, bytes: smallBytes }) : bodyOf(req));
  // No signal: when the client goes away the source breaks off by itself, and a body that came whole may be stored.
  const source = isForm ? fileField(req) : await bare();
  const options = {
    conflict: input.conflict,
    ...(input.ifMatch === undefined ? {} : { ifMatch: input.ifMatch }),
    // Sent again because the answer was lost, it is there. Who keeps both may mean a second one, unless it says so.
    ...(input.mtime === undefined
      ? {}
      : { mtimeMs: input.mtime, takesSame: input.resume || input.conflict === "fail" }),
  };
  const write = (keeping: Keeping) => ctx.storage.write(input.path, source, { ...options, ...keeping });
  // A form is what the file page sends; bare bytes come from programs, and an ETag from somebody who saves what was read.
  const isChosen = isForm && input.conflict === "replace" && input.ifMatch === undefined;
  const { path, etag, sizeBytes, mtimeMs } = await (isChosen
    ? keepOverwritten(input.path, { ctx, run: runOf(wire) }, write)
    : keepVersions(ctx).during(write));
  sendReply(wire, successReply({ path, etag, size: sizeBytes, mtime: mtimeMs }));
};

/**
 * The bytes of the form's one file. It ends only after the closing boundary has been seen: a connection that breaks in
 * between is an error, never a shorter file.
 */
function fileField(req: IncomingMessage): Readable {
  const out = new Readable({ read: () => resume?.(), highWaterMark: 1024 * 1024 });
  let resume: (() => void) | null = null;
  let hasField = false;
  // The rest is passed over with the answer.
  const fail = (error: Error) => {
    req.unpipe();
    out.destroy(error);
  };
  out.on("error", () => {}); // whoever reads it is told, and may begin a moment later
  let form: BusboyInstance;
  try {
    form = new Busboy({
      headers: { ...req.headers, "content-type": req.headers["content-type"] ?? "" },
      limits: { files: 1, fields: 20 },
      fileHwm: 1024 * 1024,
      highWaterMark: 1024 * 1024,
    });
  } catch {
    throw new AppError("file/upload-field");
  }
  form.on("file", (name, file) => {
    if (name !== "file" || hasField) {
      fail(new AppError("file/upload-field"));
      return;
    }
    hasField = true;
    resume = () => file.resume();
    file.on("data", (chunk: Buffer) => {
      if (!out.push(chunk)) file.pause();
    });
    file.on("error", fail);
    file.on("limit", () => fail(new AppError("file/upload-field")));
  });
  form.on("finish", () => (hasField ? out.push(null) : fail(new AppError("file/upload-field"))));
  form.on("error", () => fail(new AppError("file/upload-field")));
  const gone = () => fail(new AppError("request/cancelled"));
  // `close` tells also what broke before anybody listened, and comes after all that was read.
  req.on("error", gone).on("close", () => (req.complete ? null : gone()));
  if (req.destroyed) gone();
  req.pipe(form);
  return out;
}
