import { IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { getApp } from "@/lib/server/app";
import type { Leave } from "@/lib/server/turns";
import { knownFailure } from "./answer";
import { admit } from "./gate";
import { abortSignalOf, type Wire } from "./hot-table";
import { createMatcher, routesOf } from "./match";
import { bodyLimitOf, takeBody } from "./read-body";
import { createCtx, recordCall } from "./run-endpoint";

const matcher = createMatcher(
  Object.values(contracts)
    .flatMap((contract) => routesOf(contract, (_, endpoint) => endpoint))
    .filter(({ value }) => !value.hot),
);

/**
 * A call of the API on its way to Next, where each costs milliseconds of the one thread that answers everybody. What nobody serves and who
 * may not call it are answered here, and so strangers get nothing from there: what they may call is in the hot table. The result is the same request with its
 * whole body in it, as Next takes in whatever is sent, however much. Call `leave` when it is answered. Throws what the answer will say.
 */
export async function admitToNext(wire: Wire): Promise<{ req: IncomingMessage; leave: Leave }> {
  const { exchange } = wire;
  const match = matcher.find(exchange.method, exchange.pathname.slice("/api/".length));
  if (match === null || Array.isArray(match)) throw new AppError("request/not-found");
  return admitCaller(match.value, wire);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

async function admitCaller(endpoint: Endpoint, { req, res, exchange }: Wire) {
  const app = getApp();
  const { ctx, identified, subject } = createCtx(app, exchange, () => abortSignalOf({ res }));
  try {
    await admit(app, { endpoint, exchange, identified });
  } catch (error) {
    const outcome = knownFailure(error).key;
    if (endpoint.audit)
      recordCall(app, { actor: ctx.actor, endpoint, exchange, input: undefined, subject: subject(), outcome });
    throw error;
  }
  if (!hasBody(req)) return { req, leave: () => {} };
  const { body, leave } = await takeBody(req, { endpoint, ctx, limit: bodyLimitOf(endpoint) });
  return { req: withBody(req, body), leave };
}

function withBody(req: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(req.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = req;
  Object.assign(whole, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  // Node makes them of what it has parsed; here nothing is parsed.
  whole.headers = { ...headers };
  delete whole.headers["transfer-encoding"];
  whole.headers["content-length"] = String(body.length);
  if (body.length > 0) whole.push(body);
  whole.push(null);
  return whole;
}
