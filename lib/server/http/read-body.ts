import type { IncomingMessage } from "node:http";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { limits } from "@/lib/server/base/limits";
import { networkOf } from "@/lib/server/session/throttle";
import { createTurns, type Leave } from "@/lib/server/base/turns";
import { freeBody } from "./free-body";
import { holderOf } from "./holder-of";
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
  const leave = await holdBody(req, { limit, holder: holderOf(ctx), signal: () => ctx.signal });
  try {
    const body = await readBody(req, limit);
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

/**
 * Waits until there is room for a body in memory; small ones always have it. Call the result when nothing of the body is held any more.
 * Throws request/busy, request/overloaded, request/cancelled; request/too-large where its length says so.
 */
async function holdBody(
  { headers }: IncomingMessage,
  { limit, holder, signal }: { limit: BodyLimit; holder: string; signal: () => AbortSignal },
): Promise<Leave> {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const bytes = isChunked ? limit.bytes : Number(headers["content-length"] ?? 0);
  if (bytes > limit.bytes) throw new AppError("request/too-large", { bytes: limit.bytes });
  if (bytes <= limits.heldBodies.freeBytes) return () => {};
  const turns = bytes <= limits.userBody.bytes ? held.usual : held.long;
  return turns(holder, signal(), { amount: bytes });
}

/** Shorter ones come in few pieces. */
const gatheredBytes = 256 * 1024;

/**
 * The whole body. Throws request/too-large as soon as that is known, request/slow when it takes too long, request/cancelled when the
 * connection breaks, or has broken already.
 */
export function readBody(req: IncomingMessage, { bytes: maxBytes, maxMs }: BodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const announced = Number(req.headers["content-length"] ?? 0);
    // Gathered where it stays: put together at the end, a long body would be held twice.
    const whole = announced > gatheredBytes && announced <= maxBytes ? Buffer.allocUnsafeSlow(announced) : null;
    const late = setTimeout(() => fail(new AppError("request/slow", { seconds: Math.round(maxMs / 1000) })), maxMs);
    const stop = () => {
      clearTimeout(late);
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
    // `close` alone tells what broke before anybody listened.
    if (req.destroyed) gone();
    else req.on("data", take).on("end", end).on("error", gone).on("close", gone);
  });
}
