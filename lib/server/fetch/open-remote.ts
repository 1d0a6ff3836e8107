import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { sendOutbound, type OutboundAnswer } from "@/lib/server/outbound/send-outbound";
import type { Reach } from "@/lib/server/outbound/resolve-target";

export type RemoteWish = {
  url: URL;
  reach: () => Promise<Reach>;
  /** Told of each answer whether it comes from the local network. */
  onReached?: (place: { isLan: boolean }) => void;
  maxBytes: number;
  /** Before each new try after a lost connection, as long as nothing arrives. */
  delaysMs: readonly number[];
  /** What has arrived of it earlier. */
  from?: RemoteStart | undefined;
  /** Whether even the first answer is waited for: after a restart of the machine the network may come later. */
  isPatient?: boolean;
  signal: AbortSignal;
};

/** So many bytes of the file that this validator names. */
export type RemoteStart = { offset: number; validator: string };

export type RemoteFile = {
  headers: IncomingHttpHeaders;
  /** After redirects. */
  url: URL;
  /** The whole as it comes over the line, earlier bytes included; null when the other server does not say. */
  sizeBytes: number | null;
  /** For {@link RemoteStart}; null when what arrives can be of use only while the line holds. */
  validator: string | null;
  /**
   * The bytes that are missing, once. Goes on by itself where a connection was lost. Throws fetch/changed when only a new beginning could help, else
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

/**
 * Asks for a file. Throws what the outbound client throws, fetch/not-found, fetch/denied, fetch/status; fetch/changed when what has
 * arrived earlier is of no use any more.
 */
export async function openRemote(wish: RemoteWish): Promise<RemoteFile> {
  const { from } = wish;
  const attempt = () => (from === undefined ? begin(wish) : resume({ wish, ...from }));
  const first = await attempt().catch((error: unknown) => {
    if (wish.isPatient === true && isPassing(error)) return tryAgain({ wish, failures: { count: 0 }, error, attempt });
    throw error;
  });
  const { headers, url, close } = first.answer;
  const length = Number(headers["content-length"] ?? Number.NaN);
  const sizeBytes = Number.isSafeInteger(length) ? length + (from?.offset ?? 0) - first.skip : null;
  return { headers, url, sizeBytes, validator: validatorOf(headers), body: readThrough(first, wish), close };
}

type Position = { answer: OutboundAnswer; skip: number };

async function begin(wish: RemoteWish): Promise<Position> {
  const answer = await ask(wish, {});
  assertGood(answer, 200);
  return { answer, skip: 0 };
}

type Trying = {
  wish: RemoteWish;
  /** Since the last byte arrived. */
  failures: { count: number };
  error: unknown;
  attempt: () => Promise<Position>;
};

/** With growing pauses; throws the last failure when there are no more, and what cannot pass at once. */
async function tryAgain({ wish, failures, error, attempt }: Trying): Promise<Position> {
  let last = error;
  while (failures.count < wish.delaysMs.length) {
    await wait(wish.delaysMs[failures.count++], undefined, { signal: wish.signal });
    try {
      return await attempt();
    } catch (next) {
      if (!isPassing(next)) throw next;
      last = next;
    }
  }
  throw last;
}

async function ask(
  { url, reach, maxBytes, signal, onReached }: RemoteWish,
  headers: Record<string, string>,
): Promise<OutboundAnswer> {
  const always = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Filedeck" };
  const all = { ...always, ...headers };
  const answer = await sendOutbound({ url, reach, signal, headers: all, limits: { ...limits, maxBytes } });
  onReached?.(answer);
  return answer;
}

function assertGood({ status, close }: OutboundAnswer, ...good: readonly number[]): void {
  if (good.includes(status)) return;
  close();
  if (status === 404 || status === 410) throw new AppError("fetch/not-found");
  if (status === 401 || status === 403 || status === 407) throw new AppError("fetch/denied");
  throw new AppError("fetch/status");
}

async function* readThrough(first: Position, wish: RemoteWish): AsyncGenerator<Uint8Array, void> {
  const validator = validatorOf(first.answer.headers);
  let position = first;
  let offset = wish.from?.offset ?? 0;
  const failures = { count: 0 };
  for (let tries = 0; ; tries++) {
    try {
      for await (const chunk of position.answer.body) {
        const fresh = chunk.subarray(Math.min(position.skip, chunk.length));
        position.skip -= chunk.length - fresh.length;
        if (fresh.length === 0) continue;
        offset += fresh.length;
        failures.count = 0;
        yield fresh;
      }
      if (position.skip > 0) throw new AppError("fetch/changed");
      return;
    } catch (error) {
      if (!isLost(error) || tries >= maxTries) throw error;
      if (validator === null && offset > 0) throw new AppError("fetch/changed", {}, { cause: error });
      position = await tryAgain({ wish, failures, error, attempt: () => resume({ wish, offset, validator }) });
    }
  }
}

/**
 * What says that it is still the very same file (RFC 9110 §13.1.5): a strong ETag, else the time of its last change, unless it
 * may have been changed once more in that second (§8.8.2.2).
 */
function validatorOf({ etag, "last-modified": changed, date = "" }: IncomingHttpHeaders): string | null {
  if (etag !== undefined && !etag.startsWith("W/")) return etag;
  return changed !== undefined && Date.parse(date) - Date.parse(changed) >= second ? changed : null;
}

type Resuming = { wish: RemoteWish; offset: number; validator: string | null };

async function resume({ wish, offset, validator }: Resuming): Promise<Position> {
  if (offset === 0 || validator === null) {
    const position = await begin(wish);
    if (validatorOf(position.answer.headers) !== validator) throw changed(position.answer);
    return position;
  }
  const answer = await ask(wish, { range: `bytes=${offset}-`, "if-range": validator });
  if (answer.status === 416) throw changed(answer);
  assertGood(answer, 200, 206);
  const said = validatorOf(answer.headers);
  // A part of the file need not say when it was changed: it is sent only if that is still so.
  if (said !== validator && (said !== null || answer.status === 200)) throw changed(answer);
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

/** Of a new try: a server that has just come back may refuse for a while. */
function isPassing(error: unknown): boolean {
  return isLost(error) || (isAppError(error) && error.key === "fetch/status");
}
