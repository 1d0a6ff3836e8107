import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Address } from "./resolve-target";

const maxHeaderBytes = 32_768;

export type OnceRequest = {
  url: URL;
  addresses: readonly Address[];
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** For connecting and until the answer's headers are there. */
  answerMs: number;
  signal: AbortSignal;
};

/**
 * One request to one of these addresses and no other, no redirect followed. The caller reads the answer or destroys it. Neither
 * proxies of the environment nor kept connections have a say.
 */
export function sendOnce({ url, addresses, method, headers, body, answerMs, signal }: OnceRequest) {
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body === null ? {} : { "content-length": String(body.length) }) },
    agent: false,
    lookup: pinned(addresses),
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
    signal,
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(withoutUser(url), options);
    const timer = setTimeout(() => request.destroy(new AppError("outbound/timeout")), answerMs);
    request.once("response", (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    // Also after the answer has begun, when nobody waits for this promise any more.
    request.on("error", (error) => {
      clearTimeout(timer);
      reject(toOutboundError(error, signal));
    });
    // Nothing of ours is spoken with a server that wants another protocol.
    request.once("upgrade", (_answer, socket) => socket.destroy());
    request.end(body ?? undefined);
  });
}

/** Answers every question for a name with what was found before. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) return callback(new Error("no address"), "");
    return all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  };
}

function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

const unreachable = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EADDRNOTAVAIL",
  "EACCES",
]);

/** What went wrong between here and the other server, in a word. */
export function toOutboundError(error: unknown, signal: AbortSignal): AppError {
  if (isAppError(error)) return error;
  if (signal.aborted) return new AppError("request/cancelled", {}, { cause: error });
  // Several addresses tried in turn: the last one's failure counts.
  const cause = error instanceof AggregateError ? error.errors.at(-1) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (unreachable.has(code)) return new AppError("outbound/unreachable", {}, { cause: error });
  if (code.startsWith("HPE_")) return new AppError("outbound/answer", {}, { cause: error });
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code))
    return new AppError("outbound/certificate", {}, { cause: error });
  return new AppError("outbound/cut", {}, { cause: error });
}
