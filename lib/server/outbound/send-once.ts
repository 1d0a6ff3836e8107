import http, { type IncomingMessage, type RequestOptions } from "node:http";
import { connect, isIP, type LookupFunction } from "node:net";
import { connect as connectTls } from "node:tls";
import { PacedSocket } from "@/lib/server/base/paced-socket";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Address } from "./resolve-target";

const maxHeaderBytes = 32_768;
/** Answers before the answer (RFC 9110 §15.2): there are hardly ever two. */
const maxHints = 10;

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
 * One request to one of these addresses and no other, no redirect followed, and no more read at once than there is time for. The caller reads the answer or destroys it. Neither
 * proxies of the environment nor kept connections have a say.
 */
export function sendOnce({ url, addresses, method, headers, body, answerMs, signal }: OnceRequest) {
  const { protocol, hostname, host, port, pathname, search } = url;
  const options: RequestOptions = {
    method,
    path: `${pathname}${search}`,
    headers: { host, ...headers, ...(body === null ? {} : { "content-length": String(body.length) }) },
    createConnection: () => open({ isTls: protocol === "https:", hostname, port, addresses }),
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
    signal,
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = http.request(options);
    const timer = setTimeout(() => request.destroy(new AppError("outbound/timeout")), answerMs);
    let hints = 0;
    request.on("information", () => {
      if (++hints > maxHints) request.destroy(new AppError("outbound/answer"));
    });
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
    request.once("upgrade", (_answer, socket) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new AppError("outbound/answer"));
    });
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

type Opening = { isTls: boolean; hostname: string; port: string; addresses: readonly Address[] };

/** By its name, so that the certificate is asked for that. */
function open({ isTls, hostname, port, addresses }: Opening) {
  const host = hostname.replace(/^\[|\]$/g, "");
  const to = { host, port: Number(port === "" ? (isTls ? 443 : 80) : port), lookup: pinned(addresses) };
  const socket = new PacedSocket(connect(to), { kind: "host", name: addresses[0]?.address ?? host });
  return isTls ? connectTls({ socket, servername: isIP(host) === 0 ? host : "", ALPNProtocols: ["http/1.1"] }) : socket;
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
