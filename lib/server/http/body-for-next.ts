import { IncomingMessage } from "node:http";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { getApp } from "@/lib/server/app";
import { limits } from "@/lib/server/limits";
import { admit } from "./gate";
import { abortSignalOf, type Wire } from "./hot-table";
import { createMatcher, routesOf } from "./match";
import { bodyLimitOf, readStrangersBody, takeBody } from "./read-body";
import { createCtx } from "./run-endpoint";

const matcher = createMatcher(
  Object.values(contracts)
    .flatMap((contract) => routesOf(contract, (_, endpoint) => endpoint))
    .filter(({ value }) => !value.hot),
);

/**
 * The same request with its whole body in it. Next takes in whatever is sent, however much, and whether or not anybody reads it: so it
 * is given only what the endpoint takes from this caller. Who may not call it at all is heard without a body, and told so by the gate.
 * Throws request/too-large, request/slow, request/busy, request/overloaded, request/cancelled.
 */
export async function bodyForNext({ req, res, exchange }: Wire): Promise<IncomingMessage> {
  const length = Number(req.headers["content-length"] ?? 0);
  if (req.headers["transfer-encoding"] === undefined && length === 0) return req;
  const match = matcher.find(exchange.method, exchange.pathname.slice("/api/".length));
  const endpoint = match === null || Array.isArray(match) ? null : match.value;
  if (endpoint === null) return withBody(req, Buffer.alloc(0));
  if (length <= limits.publicBody.bytes && req.headers["transfer-encoding"] === undefined)
    return withBody(req, await readStrangersBody(req, { limit: limits.publicBody, address: exchange.address }));
  return withBody(req, await bodyOfCaller(endpoint, { req, res, exchange }));
}

async function bodyOfCaller(endpoint: Endpoint, { req, res, exchange }: Wire): Promise<Buffer> {
  const app = getApp();
  const { ctx, identified } = createCtx(app, exchange, () => abortSignalOf({ res }));
  const isAdmitted = await admit(app, { endpoint, exchange, identified }).then(
    () => true,
    () => false, // asked again by the endpoint, which answers and records it
  );
  if (!isAdmitted) {
    res.setHeader("connection", "close");
    return Buffer.alloc(0);
  }
  const { body, leave } = await takeBody(req, { endpoint, ctx, limit: bodyLimitOf(endpoint) });
  res.once("close", leave);
  return body;
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
