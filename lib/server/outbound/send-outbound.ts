import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { classifyAddress } from "./address-class";
import { resolveTarget, type Reach } from "./resolve-target";
import { sendOnce, toOutboundError } from "./send-once";

export type OutboundLimits = {
  /** For each hop: resolving, connecting, and until the headers are there. */
  answerMs: number;
  /** Without a byte of the body. */
  idleMs: number;
  /** For everything, the reading of the body included. */
  totalMs: number;
  /** Of the body. */
  maxBytes: number;
};

export type OutboundRequest = {
  url: URL;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Asked before each connection, redirects included: a right that was taken away opens none any more. */
  reach: () => Promise<Reach>;
  /** False: a redirect is the answer. */
  followsRedirects?: boolean;
  limits: OutboundLimits;
  signal: AbortSignal;
};

export type OutboundAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Where the answer came from, after redirects. */
  url: URL;
  /** Whether that is in the local network. */
  isLan: boolean;
  /** Once. Throws outbound/cut, outbound/timeout, outbound/too-large, request/cancelled. */
  body: AsyncIterable<Uint8Array>;
  /** For whoever does not read the body to its end. */
  close: () => void;
};

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** What was meant for one server is no other one's business. */
const forOneHost = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * The one way out: requests to addresses that users or other servers name. Each hop is resolved once and asked for the right to go
 * there (rule 16 of the security rules); http and https only; name and password in the address become Basic authorization.
 */
export async function sendOutbound(request: OutboundRequest): Promise<OutboundAnswer> {
  const { reach, limits, followsRedirects = true } = request;
  const late = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([request.signal, late]);
  let { url, method = "GET" } = request;
  let body = request.body ?? null;
  let headers = lowerCased(request.headers ?? {});
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const authorization = basicOf(url);
    if (authorization !== null) headers["authorization"] = authorization;
    const addresses = await within(limits.answerMs, resolveTarget(url, await reach()));
    if (signal.aborted) throw stopped(late);
    const once = { url, addresses, method, headers, body, answerMs: limits.answerMs, signal };
    const answer = await sendOnce(once).catch((error: unknown) => {
      throw late.aborted ? stopped(late) : error;
    });
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (!followsRedirects || !redirects.has(status) || location === undefined)
      return {
        status,
        headers: answer.headers,
        url,
        isLan: addresses.some(({ address }) => classifyAddress(address) === "lan"),
        body: readBody(answer, { limits, signal, late }),
        close: () => answer.destroy(),
      };
    answer.destroy();
    const next = nextUrl(location, url);
    if (next.origin !== url.origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !forOneHost.has(name)));
    if (status === 303 || (status < 303 && method === "POST")) {
      method = method === "HEAD" ? "HEAD" : "GET";
      body = null;
    }
    url = next;
  }
  throw new AppError("outbound/redirects");
}

/** Name and password in a redirect are the other server's idea, not the user's. */
function nextUrl(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new AppError("outbound/address");
  const next = new URL(location, from);
  if (next.protocol !== "http:" && next.protocol !== "https:") throw new AppError("outbound/address");
  next.username = "";
  next.password = "";
  return next;
}

function basicOf({ username, password }: URL): string | null {
  if (username === "" && password === "") return null;
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString("base64")}`;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("outbound/timeout")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Reading = { limits: OutboundLimits; signal: AbortSignal; late: AbortSignal };

/** Only while somebody waits for bytes does the clock run: a slow disk is not the other server's fault. */
async function* readBody(answer: IncomingMessage, { limits, signal, late }: Reading): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  const chunks: AsyncIterator<unknown> = answer[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(limits.idleMs, Promise.resolve(chunks.next()));
      if (next.done === true) return;
      if (!(next.value instanceof Uint8Array)) continue;
      bytes += next.value.length;
      if (bytes > limits.maxBytes) throw new AppError("outbound/too-large");
      yield next.value;
    }
  } catch (error) {
    throw late.aborted ? stopped(late) : toOutboundError(error, signal);
  } finally {
    answer.destroy();
  }
}

function stopped(late: AbortSignal): AppError {
  return new AppError(late.aborted ? "outbound/timeout" : "request/cancelled");
}
