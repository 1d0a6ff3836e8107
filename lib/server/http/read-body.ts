import type { IncomingMessage } from "node:http";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { limits } from "@/lib/server/base/limits";
import { networkOf } from "@/lib/server/session/throttle";
import { createTurns, type Leave } from "@/lib/server/base/turns";
import { flowOf } from "./body-flow";
import { freeBody } from "./free-body";
import { holderOf } from "./holder-of";
import { spoolLong } from "./spool-long";
import { unfinishedBodies } from "./unfinished-bodies";

export type BodyLimit = { bytes: number; maxMs: number };

/** What an endpoint takes as JSON: of anonymous callers little, whoever calls. */
export function bodyLimitOf({ access }: Pick<Endpoint, "access">, usual: BodyLimit = limits.userBody): BodyLimit {
  return access === "public" ? limits.publicBody : usual;
}

type Taking = { endpoint: Pick<Endpoint, "access">; ctx: Ctx; limit: BodyLimit };

/** The body of a caller whom the gate has let in; call `leave` when nothing of it is held any more. Throws as its two ways do. */
export async function takeBody(
  req: IncomingMessage,
  { endpoint, ctx, limit }: Taking,
): Promise<{ body: Buffer; leave: Leave }> {
  if (endpoint.access === "public")
    return { body: await readAnonymousBody(req, { limit, address: ctx.request.address }), leave: () => {} };
  return takeUserBody(req, { ctx, limit });
}

/** The same for a protocol that has let the caller in itself. */
export async function takeUserBody(
  req: IncomingMessage,
  { ctx, limit }: Pick<Taking, "ctx" | "limit">,
): Promise<{ body: Buffer; leave: Leave }> {
  const bytes = lengthOf(req, limit);
  if (bytes > limits.userBody.bytes) return takeLong(req, { ctx, limit });
  const cut = new AbortController();
  const leave = await holdBody(req, { bytes, holder: holderOf(ctx), signal: () => ctx.signal, cut });
  return keepRoom(leave, () => readBody(req, limit, cut.signal));
}

/** The room goes with the body, or at once where that does not come. */
async function keepRoom(leave: Leave, read: () => Promise<Buffer>): Promise<{ body: Buffer; leave: Leave }> {
  try {
    const body = await read();
    const free = () => {
      freeBody(body);
      leave();
    };
    return { body, leave: free };
  } catch (error) {
    leave();
    throw error;
  }
}

/** A body that comes to the disk first, and takes room in memory only once it is whole. */
async function takeLong(
  req: IncomingMessage,
  { ctx, limit }: Pick<Taking, "ctx" | "limit">,
): Promise<{ body: Buffer; leave: Leave }> {
  const holder = holderOf(ctx);
  const spooled = await spoolLong(req, { limit, holder, signal: ctx.signal });
  try {
    const { sizeBytes } = spooled;
    const turns = sizeBytes <= limits.userBody.bytes ? held.usual : held.long;
    const leave = await turns(holder, ctx.signal, { amount: sizeBytes });
    return await keepRoom(leave, async () => {
      const body = Buffer.allocUnsafeSlow(sizeBytes);
      let at = 0;
      for await (const piece of spooled.read()) at += piece.copy(body, at);
      return body;
    });
  } finally {
    await spooled.release();
  }
}

/** The body of somebody of whom nothing is known; a newer one of the same network may cut it off. See {@link readBody}. */
export async function readAnonymousBody(
  req: IncomingMessage,
  { limit, address }: { limit: BodyLimit; address: string },
): Promise<Buffer> {
  let leave = () => {};
  const cut = new Promise<never>((_, reject) => {
    leave = unfinishedBodies.enter(networkOf(address), reject);
  });
  return Promise.race([readBody(req, limit), cut]).finally(leave);
}

const held = {
  usual: createTurns(limits.heldBodies.usual),
  long: createTurns(limits.heldBodies.long),
};

/** What it may have at most. Throws request/too-large where its length says that it is too much. */
function lengthOf({ headers }: IncomingMessage, limit: BodyLimit): number {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const bytes = isChunked ? limit.bytes : Number(headers["content-length"] ?? 0);
  if (bytes > limit.bytes) throw new AppError("request/too-large", { bytes: limit.bytes });
  return bytes;
}

type Holding = { bytes: number; holder: string; signal: () => AbortSignal; cut: AbortController };

/**
 * Waits until there is room for a body in memory; small ones always have it. Call the result when nothing of the body is held any more. `cut` is fired when it comes too slowly
 * while another waits. Throws request/busy, request/overloaded, request/cancelled.
 */
async function holdBody(req: IncomingMessage, { bytes, holder, signal, cut }: Holding): Promise<Leave> {
  if (bytes <= limits.heldBodies.freeBytes) return () => {};
  return held.usual(holder, signal(), { amount: bytes, flow: flowOf(req, () => cut.abort()) });
}

/** Shorter ones come in few pieces. */
const gatheredBytes = 256 * 1024;

/**
 * The whole body. Throws request/too-large as soon as that is known, request/slow when it takes too long or is cut off, request/cancelled when the
 * connection breaks, or has broken already.
 */
export function readBody(
  req: IncomingMessage,
  { bytes: maxBytes, maxMs }: BodyLimit,
  cut?: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const announced = Number(req.headers["content-length"] ?? 0);
    // Gathered where it stays: put together at the end, a long body would be held twice.
    const whole = announced > gatheredBytes && announced <= maxBytes ? Buffer.allocUnsafeSlow(announced) : null;
    const tooSlow = () => fail(new AppError("request/slow", { seconds: Math.round(maxMs / 1000) }));
    const late = setTimeout(tooSlow, maxMs);
    const stop = () => {
      clearTimeout(late);
      cut?.removeEventListener("abort", tooSlow);
      req.off("data", take).off("end", end).off("error", gone).off("close", gone);
    };
    const fail = (error: AppError) => {
      stop();
      if (whole !== null) freeBody(whole);
      req.pause();
      req.on("error", () => {}); // what comes after the answer is nobody's any more
      reject(error);
    };
    const refuse = () => fail(new AppError("request/too-large", { bytes: maxBytes }));
    const gone = (cause?: unknown) => fail(new AppError("request/cancelled", {}, { cause }));
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse();
      else if (whole === null) chunks.push(chunk);
      else chunk.copy(whole, bytes - chunk.length);
    };
    const end = () => {
      stop();
      if (whole !== null) resolve(whole.subarray(0, bytes));
      else resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    };
    if (announced > maxBytes) {
      refuse();
      return;
    }
    cut?.addEventListener("abort", tooSlow, { once: true });
    // `close` alone tells what broke before anybody listened.
    if (req.destroyed) gone();
    else req.on("data", take).on("end", end).on("error", gone).on("close", gone);
  });
}
