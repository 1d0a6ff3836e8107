import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Endpoint, ParsedOf } from "@/lib/contracts/endpoint";
import { AppError, isAppError } from "@/lib/shared/errors";
import { getApp, type App } from "@/lib/server/app";
import type { Ctx } from "@/lib/server/ctx";
import { failureReply, knownFailure, type Reply } from "./answer";
import { describePeer, parseQuery, type Exchange } from "./exchange";
import { admit, parseInput } from "./gate";
import { endRefused } from "./refuse-body";
import { createMatcher } from "./match";
import { bodyLimitOf, takeBody, type BodyLimit } from "./read-body";
import { parseJson } from "./parse-json";
import { isStillAllowed } from "./still-allowed";
import { recheck } from "@/lib/server/session/recheck";
import { createCtx, mergeInput, recordCall, runEndpoint, type Service } from "./run-endpoint";

export type Wire = { req: IncomingMessage; res: ServerResponse; exchange: Exchange };
export type ByteService<E extends Endpoint> = (input: ParsedOf<E>, ctx: Ctx, wire: Wire) => Promise<void>;

export type HotRoute = { endpoint: Endpoint; run: (wire: Wire, params: Record<string, string>) => Promise<void> };

type Held<E extends Endpoint> = {
  /** Of the whole body; without it as for any JSON. */
  limit?: BodyLimit;
  /** For each request anew: what becomes of its body. */
  begin: () => { parse: (body: Buffer) => Promise<unknown>; service: Service<E> };
};

/** A hot endpoint that answers JSON. */
export function hotJson<E extends Endpoint>(endpoint: E, service: Service<E>): HotRoute {
  return hotBody(endpoint, { begin: () => ({ parse: async (body) => parseJson(body), service }) });
}

/** A hot endpoint that answers JSON, and holds the memory of its body until then. */
export function hotBody<E extends Endpoint>(endpoint: E, { limit, begin }: Held<E>): HotRoute {
  return {
    endpoint,
    run: async (wire, params) => {
      let leave = () => {};
      const { parse, service } = begin();
      const readJson = async (ctx: Ctx) => {
        const taken = await takeBody(wire.req, { endpoint, ctx, limit: bodyLimitOf(endpoint, limit) });
        leave = taken.leave;
        return parse(taken.body);
      };
      const reply = await runEndpoint({
        endpoint,
        // The route pairs the endpoint with its own service; runEndpoint parses the input by the same endpoint.
        service,
        exchange: wire.exchange,
        params,
        readJson,
        signal: () => abortSignalOf(wire),
      }).finally(() => leave());
      sendReply(wire, reply);
    },
  };
}

type StreamOptions<E extends Endpoint> = {
  ticket?: (exchange: Exchange) => { ticket: string; paths: readonly string[] } | undefined;
  /** Input that a protocol carries in its headers. */
  fields?: (exchange: Exchange) => Record<string, unknown>;
  /** On every answer, also on refusals. */
  headers?: Readonly<Record<string, string>>;
  /** The question is in a JSON body, as with {@link hotJson}; otherwise the service reads the body itself. */
  hasJsonBody?: boolean;
  /** Asked again while it goes on, beside the caller's own rights. */
  isStillOpen?: (input: ParsedOf<E>, ctx: Ctx) => Promise<boolean>;
};

/** `serve`'s twin for bytes: the same gate, then the service writes the answer itself. */
export function stream<E extends Endpoint>(
  endpoint: E,
  service: ByteService<E>,
  options: StreamOptions<E> = {},
): HotRoute {
  return {
    endpoint,
    run: async (wire, params) => {
      const app = getApp();
      const { exchange } = wire;
      const { ctx, cookies, identified, subject } = createCtx(app, exchange, () => abortSignalOf(wire));
      const { browser } = ctx;
      ctx.browser = {
        ...browser,
        keep: (cookie) => {
          browser.keep(cookie);
          wire.res.setHeader("set-cookie", cookies);
        },
      };
      let leave = () => {};
      const readFields = async () => {
        if (options.hasJsonBody !== true) return options.fields?.(exchange) ?? {};
        const taken = await takeBody(wire.req, { endpoint, ctx, limit: bodyLimitOf(endpoint) });
        leave = taken.leave;
        return parseJson(taken.body);
      };
      let input: unknown;
      let outcome = "success";
      for (const [name, value] of Object.entries(options.headers ?? {})) wire.res.setHeader(name, value);
      try {
        await admit(app, { endpoint, exchange, ticket: options.ticket?.(exchange), identified });
        const parsed = parseInput(endpoint.input, await mergeInput(exchange, params, readFields)) as ParsedOf<E>; // by its own schema
        input = parsed;
        const stopAsking = recheck({
          isAllowed: async () =>
            (await isStillAllowed(app.db, ctx.actor, endpoint.access)) &&
            (options.isStillOpen === undefined || (await options.isStillOpen(parsed, ctx))),
          end: () => wire.res.destroy(),
        });
        await service(parsed, ctx, wire).finally(stopAsking);
      } catch (error) {
        const known =
          wire.req.destroyed && !isAppError(error) ? new AppError("request/cancelled", {}, { cause: error }) : error;
        outcome = knownFailure(known).key;
        failStream(app, wire, known);
      } finally {
        leave();
        if (endpoint.audit)
          recordCall(app, { actor: ctx.actor, endpoint, exchange, input, subject: subject(), outcome });
      }
    },
  };
}

/** Before the first byte a clear answer; afterwards the connection breaks, so that nobody takes a stump for the whole. */
function failStream(app: App, wire: Wire, error: unknown): void {
  if (wire.res.headersSent) {
    if (!isAppError(error)) app.log.error({ err: error, requestId: wire.exchange.requestId }, "stream failed");
    wire.res.destroy();
  } else sendReply(wire, failureReply(error, { requestId: wire.exchange.requestId, log: app.log }));
}

export function sendReply({ req, res }: Wire, { status, headers, cookies = [], body }: Reply): void {
  if (res.destroyed) return;
  // What the client still sends is of no use: it is told to stop, and who stalls keeps no connection.
  const isIncomplete = !req.complete && !req.destroyed;
  const isSending = isIncomplete && hasLongBody(req);
  if (isSending || (isIncomplete && cutOff.has(status))) res.setHeader("connection", "close");
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  if (isSending) {
    res.write(body);
    endRefused(req, res);
    // As text it goes out in one piece with the headers.
  } else res.end(req.method === "HEAD" ? undefined : body);
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

export function createHotTable(routes: readonly HotRoute[]) {
  const matcher = createMatcher(
    routes.map((route) => ({ method: route.endpoint.method, path: route.endpoint.path, value: route })),
  );
  return {
    /** Whether the request was one of ours; the answer may still be on its way. */
    handle(req: IncomingMessage, res: ServerResponse, pathname: string, search: string): boolean {
      const match = matcher.find(methodOf(req, pathname), pathname.slice("/api/".length));
      if (match === null || Array.isArray(match)) return false;
      const exchange = describeIncoming(getApp(), req, { pathname, search });
      void match.value.run({ req, res, exchange }, match.params); // reports its errors itself
      return true;
    },
  };
}

/** tus §Headers: clients that cannot send PATCH or DELETE say it in a header of their POST. */
function methodOf(req: IncomingMessage, pathname: string): string {
  const method = req.method ?? "";
  const wanted = req.headers["x-http-method-override"];
  const isTus = wanted !== undefined && method === "POST" && /\/tus(?:\/|$)/.test(pathname);
  return isTus && ["PATCH", "DELETE"].includes(String(wanted)) ? String(wanted) : method;
}

export function describeIncoming(
  app: App,
  req: IncomingMessage,
  { pathname, search }: { pathname: string; search: string },
): Exchange {
  const header = (name: string) => {
    const value = req.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  // Only a TLS socket has `encrypted`.
  const encrypted = (req.socket as Partial<TLSSocket>).encrypted === true;
  return {
    method: req.method ?? "",
    pathname,
    query: parseQuery(search),
    header,
    requestId: randomUUID(),
    ...describePeer(app.env, { remoteAddress: req.socket.remoteAddress ?? "", encrypted, header }),
  };
}
