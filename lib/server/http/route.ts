import type { Endpoint, ParsedOf } from "@/lib/contracts/endpoint";
import { AppError, isAppError } from "@/lib/shared/errors";
import { getApp, type App } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { failureReply, knownFailure, type Reply } from "./answer";
import type { Exchange } from "./exchange";
import { admit, parseInput } from "./gate";
import { bodyLimitOf, takeBody, type BodyLimit } from "./read-body";
import { parseBody } from "./parse-json";
import { isStillAllowed } from "./still-allowed";
import { recheck } from "@/lib/server/session/recheck";
import { admitAgain, createCtx, mergeInput, recordCall, runEndpoint } from "./run-endpoint";
import type { Service } from "./service";
import { abortSignalOf, sendReply, type Wire } from "./wire";

export type ByteService<E extends Endpoint> = (input: ParsedOf<E>, ctx: Ctx, wire: Wire) => Promise<void>;

/** An endpoint with what answers it. */
export type Route = {
  endpoint: Endpoint;
  /** Answers a call, and sends the answer; reports its errors itself. */
  run: (wire: Wire, params: Record<string, string>) => Promise<void>;
  /** Answers it for whoever sends the answer; null where a service writes it itself. */
  answer: ((wire: Wire, params: Record<string, string>) => Promise<Reply>) | null;
};

type Held<E extends Endpoint> = {
  /** Of the whole body; without it as for any JSON. */
  limit?: BodyLimit;
  /** For each request anew: what becomes of its body. */
  begin: () => { parse: (body: Buffer) => Promise<unknown>; service: Service<E> };
};

/** An endpoint that answers JSON. */
export function jsonRoute<E extends Endpoint>(endpoint: E, service: Service<E>): Route {
  return bodyRoute(endpoint, { begin: () => ({ parse: parseBody, service }) });
}

/** An endpoint that answers JSON, and holds the memory of its body until then. */
export function bodyRoute<E extends Endpoint>(endpoint: E, { limit, begin }: Held<E>): Route {
  const answer = async (wire: Wire, params: Record<string, string>) => {
    let leave = () => {};
    const { parse, service } = begin();
    const readJson = async (ctx: Ctx) => {
      const taken = await takeBody(wire.req, { endpoint, ctx, limit: bodyLimitOf(endpoint, limit) });
      leave = taken.leave;
      return parse(taken.body);
    };
    return runEndpoint({
      endpoint,
      // The route pairs the endpoint with its own service; runEndpoint parses the input by the same endpoint.
      service,
      exchange: wire.exchange,
      params,
      readJson,
      signal: () => abortSignalOf(wire),
    }).finally(() => leave());
  };
  return { endpoint, answer, run: async (wire, params) => sendReply(wire, await answer(wire, params)) };
}

export type ByteOptions<E extends Endpoint> = {
  ticket?: (exchange: Exchange) => { ticket: string; paths: readonly string[] } | undefined;
  /** Input that a protocol carries in its headers. */
  fields?: (exchange: Exchange) => Record<string, unknown>;
  /** On every answer, also on refusals. */
  headers?: Readonly<Record<string, string>>;
  /** The question is in a JSON body, as with {@link jsonRoute}; otherwise the service reads the body itself. */
  hasJsonBody?: boolean;
  /** Asked again while it goes on, beside the caller's own rights. */
  isStillOpen?: (input: ParsedOf<E>, ctx: Ctx) => Promise<boolean>;
};

/** The same for bytes: the same gate, then the service writes the answer itself. */
export function byteRoute<E extends Endpoint>(
  endpoint: E,
  service: ByteService<E>,
  options: ByteOptions<E> = {},
): Route {
  return {
    endpoint,
    answer: null,
    run: async (wire, params) => {
      const app = getApp();
      const { exchange } = wire;
      const { ctx, cookies, identified, told } = createCtx(app, exchange, () => abortSignalOf(wire));
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
        return parseBody(taken.body);
      };
      let input: unknown;
      let outcome = "success";
      for (const [name, value] of Object.entries(options.headers ?? {})) wire.res.setHeader(name, value);
      try {
        const enter = () => admit(app, { endpoint, exchange, ticket: options.ticket?.(exchange), identified });
        await enter();
        const parsed = parseInput(endpoint.input, await mergeInput(exchange, params, readFields)) as ParsedOf<E>; // by its own schema
        input = parsed;
        if (options.hasJsonBody === true) await admitAgain(ctx, identified, enter);
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
        if (endpoint.audit) recordCall(app, { actor: ctx.actor, endpoint, exchange, input, told: told(), outcome });
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
