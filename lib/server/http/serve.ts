import type { Contract } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/app";
import { failureReply, type Reply } from "./answer";
import { internalHeaders, parseQuery, type Exchange } from "./exchange";
import { createMatcher, routesOf } from "./match";
import { parseJson } from "./parse-json";
import { bodyLimitOf, type BodyLimit } from "./read-body";
import { runEndpoint, type Service } from "./run-endpoint";

type Handler = (request: Request) => Promise<Response>;

/** Mounts one API group as a route handler. Each call goes through {@link runEndpoint}. */
export function serve<C extends Contract>(
  contract: C,
  services: { readonly [K in keyof C]?: Service<C[K]> },
): Record<"GET" | "POST" | "PUT" | "DELETE", Handler> {
  const matcher = createMatcher(
    routesOf(contract, (name, endpoint) => ({ endpoint, service: services[name] })).filter(
      ({ value }) => !value.endpoint.hot,
    ),
  );
  const handle: Handler = async (request) => {
    const exchange = describeRequest(request);
    const match = matcher.find(exchange.method, exchange.pathname.replace(/^\/api\//, ""));
    if (match === null || Array.isArray(match) || match.value.service === undefined)
      return toResponse(
        failureReply(new AppError("request/not-found"), { requestId: exchange.requestId, log: getApp().log }),
      );
    const { endpoint, service } = match.value;
    return toResponse(
      // The matcher pairs each endpoint with its own service; the table cannot say so in types.
      await runEndpoint({
        endpoint,
        service,
        exchange,
        params: match.params,
        readJson: () => readJson(request, bodyLimitOf(endpoint)),
        signal: () => request.signal,
      }),
    );
  };
  return { GET: handle, POST: handle, PUT: handle, DELETE: handle };
}

/** The custom server writes what it knows of the connection into headers that it removes from outside requests. */
function describeRequest(request: Request): Exchange {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return {
    method: request.method,
    pathname: url.pathname,
    query: parseQuery(url.search),
    header,
    address: header(internalHeaders.address) ?? "",
    secure: header(internalHeaders.secure) === "1",
    host: header(internalHeaders.host) ?? "",
    requestId: header(internalHeaders.requestId) ?? "",
  };
}

/** The server in front has held it to its limits already ({@link admitToNext}). */
async function readJson(request: Request, { bytes: maxBytes }: BodyLimit): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError("request/too-large", { bytes: maxBytes });
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks));
}

function toResponse({ status, headers, cookies = [], body }: Reply): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
