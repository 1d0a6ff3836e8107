import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { sendOutbound, type OutboundAnswer } from "@/lib/server/outbound/send-outbound";
import type { Reach } from "@/lib/server/outbound/resolve-target";

export type RemoteWish = {
  url: URL;
  reach: Reach;
  maxBytes: number;
  /** Before each new try after a lost connection, as long as nothing arrives. */
  delaysMs: readonly number[];
  signal: AbortSignal;
};

export type RemoteFile = {
  headers: IncomingHttpHeaders;
  /** After redirects. */
  url: URL;
  /** As it comes over the line; null when the other server does not say. */
  sizeBytes: number | null;
  /**
   * The bytes, once. Goes on by itself where a connection was lost. Throws fetch/changed when only a new beginning could help, else
   * what ended it for good.
   */
  body: AsyncIterable<Uint8Array>;
  close: () => void;
};

const second = 1000;
export const defaultDelaysMs = [0.5, 1, 2, 4, 8, 15, 30, 30, 30].map((seconds) => seconds * second);
/** However often it went on a little in between. */
const maxTries = 200;
const limits = { answerMs: 30 * second, idleMs: 60 * second, totalMs: 6 * 3600 * second };
const lost: ReadonlySet<ErrorKey> = new Set(["outbound/cut", "outbound/timeout", "outbound/unreachable"]);

/** Asks for a file. Throws what the outbound client throws, fetch/not-found, fetch/denied, fetch/status. */
export async function openRemote(wish: RemoteWish): Promise<RemoteFile> {
  const first = await ask(wish, {});
  assertGood(first, 200);
  const length = Number(first.headers["content-length"] ?? Number.NaN);
  const file = {
    headers: first.headers,
    url: first.url,
    sizeBytes: Number.isSafeInteger(length) ? length : null,
  };
  return { ...file, body: readThrough(first, wish), close: first.close };
}

function ask({ url, reach, maxBytes, signal }: RemoteWish, headers: Record<string, string>): Promise<OutboundAnswer> {
  const always = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Filedeck" };
  return sendOutbound({ url, reach, signal, headers: { ...always, ...headers }, limits: { ...limits, maxBytes } });
}

function assertGood({ status, close }: OutboundAnswer, ...good: readonly number[]): void {
  if (good.includes(status)) return;
  close();
  if (status === 404 || status === 410) throw new AppError("fetch/not-found");
  if (status === 401 || status === 403 || status === 407) throw new AppError("fetch/denied");
  throw new AppError("fetch/status");
}

async function* readThrough(first: OutboundAnswer, wish: RemoteWish): AsyncGenerator<Uint8Array, void> {
  const validator = validatorOf(first.headers);
  let position = { answer: first, skip: 0 };
  let offset = 0;
  /** Since the last byte arrived. */
  let failures = 0;
  for (let tries = 0; ; tries++) {
    try {
      for await (const chunk of position.answer.body) {
        const fresh = chunk.subarray(Math.min(position.skip, chunk.length));
        position.skip -= chunk.length - fresh.length;
        if (fresh.length === 0) continue;
        offset += fresh.length;
        failures = 0;
        yield fresh;
      }
      if (position.skip > 0) throw new AppError("fetch/changed");
      return;
    } catch (error) {
      if (!isLost(error) || tries >= maxTries) throw error;
      position = await goOn(error);
    }
  }

  async function goOn(cause: AppError) {
    if (validator === null && offset > 0) throw new AppError("fetch/changed", {}, { cause });
    let last: unknown = cause;
    for (; failures < wish.delaysMs.length;) {
      await wait(wish.delaysMs[failures++], undefined, { signal: wish.signal });
      try {
        return await resume({ wish, offset, validator });
      } catch (error) {
        if (!isLost(error) && !(isAppError(error) && error.key === "fetch/status")) throw error;
        last = error;
      }
    }
    throw last;
  }
}

/** What says that it is still the very same file: a strong ETag, else the time of its last change (RFC 9110 §13.1.5). */
function validatorOf({ etag, "last-modified": changed }: IncomingHttpHeaders): string | null {
  return etag !== undefined && !etag.startsWith("W/") ? etag : (changed ?? null);
}

type Resuming = { wish: RemoteWish; offset: number; validator: string | null };

async function resume({ wish, offset, validator }: Resuming): Promise<{ answer: OutboundAnswer; skip: number }> {
  if (offset === 0 || validator === null) {
    const answer = await ask(wish, {});
    assertGood(answer, 200);
    if (validatorOf(answer.headers) !== validator) throw changed(answer);
    return { answer, skip: 0 };
  }
  const answer = await ask(wish, { range: `bytes=${offset}-`, "if-range": validator });
  if (answer.status === 416) throw changed(answer);
  assertGood(answer, 200, 206);
  if (validatorOf(answer.headers) !== validator) throw changed(answer);
  // It knows no ranges: the beginning comes once more.
  if (answer.status === 200) return { answer, skip: offset };
  if (!answer.headers["content-range"]?.startsWith(`bytes ${offset}-`)) throw changed(answer);
  return { answer, skip: 0 };
}

function changed({ close }: OutboundAnswer): AppError {
  close();
  return new AppError("fetch/changed");
}

function isLost(error: unknown): error is AppError {
  return isAppError(error) && lost.has(error.key);
}
