import { constants, createGzip } from "node:zlib";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Wire } from "./wire";
import { acceptsGzip, writeOut } from "./send-bytes";

const headers = {
  "content-type": "application/x-ndjson; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  // nginx would keep the first lines back until there are many.
  "x-accel-buffering": "no",
  vary: "accept-encoding",
};

/**
 * Streams JSON objects, one per line, as they come. The first batch decides whether there is an answer at all: until then a failure is
 * an ordinary one, afterwards a last line `{type: "error", error, params}`.
 */
export async function sendLines(
  batches: AsyncGenerator<readonly object[], void, undefined>,
  ctx: Ctx,
  wire: Wire,
): Promise<void> {
  const first = await batches.next();
  const { res } = wire;
  const isCompressed = acceptsGzip(wire);
  res.writeHead(200, { ...headers, ...(isCompressed ? { "content-encoding": "gzip" } : {}) });
  const gzip = isCompressed ? createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH }) : null;
  gzip?.pipe(res);
  const out = gzip ?? res;
  const send = (batch: readonly object[]) =>
    writeOut(out, batch.map((line) => `${JSON.stringify(line)}\n`).join(""), ctx.signal);
  try {
    for (let batch = first; batch.done !== true; batch = await batches.next()) if (!(await send(batch.value))) break;
  } catch (error) {
    if (isAppError(error) && error.key === "request/cancelled") return;
    if (!isAppError(error)) ctx.log.error({ err: error, requestId: ctx.request.id }, "stream failed");
    const { key, params } = isAppError(error) ? error : new AppError("internal");
    await send([{ type: "error", error: key, params }]);
  } finally {
    await batches.return();
    if (ctx.signal.aborted) gzip?.destroy();
    else out.end();
  }
}
