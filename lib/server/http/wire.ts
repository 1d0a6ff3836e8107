import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { App } from "@/lib/server/runtime/app";
import type { Reply } from "./answer";
import { trustOf } from "@/lib/server/base/proxy-trust";
import { describePeer, headerOf, isLocal, parseQuery, type Exchange } from "./exchange";
import { untilStopped } from "./refuse-body";

/** A request with what its answer is written to. */
export type Wire = { req: IncomingMessage; res: ServerResponse; exchange: Exchange };

export function sendReply(wire: Wire, reply: Reply): void {
  const { req, res } = wire;
  if (res.destroyed) return;
  const { isSending, headers } = prepareReply(wire, reply);
  res.writeHead(reply.status, headers);
  if (isSending) {
    res.write(reply.body);
    void untilStopped(req).then(() => res.end());
    // As text it goes out in one piece with the headers.
  } else res.end(req.method === "HEAD" ? undefined : reply.body);
}

/** What stands before an answer's body. `isSending`: its end has to wait until the client stops sending ({@link untilStopped}). */
export function prepareReply({ req, res }: Wire, { status, headers, cookies = [], body }: Reply) {
  // What the client still sends is of no use: it is told to stop, and who stalls keeps no connection.
  const isIncomplete = !req.complete && !req.destroyed;
  const isSending = isIncomplete && hasLongBody(req);
  if (isSending || (isIncomplete && cutOff.has(status))) res.setHeader("connection", "close");
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  return { isSending, headers: { ...headers, "content-length": Buffer.byteLength(body) } };
}

/** Too slow, or one too many. */
const cutOff: ReadonlySet<number> = new Set([408, 429, 503]);

/** Small bodies of other methods are on their way already: their connection may be used again. */
function hasLongBody({ method, headers }: IncomingMessage): boolean {
  if (method === "PUT" || method === "PATCH") return true;
  return (
    method === "POST" && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 65_536)
  );
}

/** Fires when the client goes away before the answer is complete. Made only when somebody asks. */
export function abortSignalOf({ res }: Pick<Wire, "res">): AbortSignal {
  const controller = new AbortController();
  if (res.closed && !res.writableFinished) controller.abort();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

export function describeIncoming(
  app: App,
  req: IncomingMessage,
  { pathname, search }: { pathname: string; search: string },
): Exchange {
  const header = headerOf(req);
  const trust = trustOf(app.env, req);
  const remoteAddress = req.socket.remoteAddress ?? "";
  // Only a TLS socket has `encrypted`.
  const encrypted = (req.socket as Partial<TLSSocket>).encrypted === true;
  return {
    method: req.method ?? "",
    pathname,
    query: parseQuery(search),
    header,
    requestId: randomUUID(),
    isLocal: trust !== "proven" && isLocal({ remoteAddress, header }),
    trust,
    ...describePeer(app.env, { remoteAddress, encrypted, header, trust }),
  };
}
