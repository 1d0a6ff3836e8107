import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { failureReply, type Reply } from "./answer";
import { createMatcher } from "./match";
import type { Route } from "./route";
import { describeIncoming, sendReply, type Wire } from "./wire";

/** Hands a call to Next, whose route handler asks `answer` for its answer. */
type HandOver = (wire: Wire, call: { path: string; answer: () => Promise<Reply> }) => void;

/**
 * Every endpoint of the API; what none of them is, is answered in the API's form as well. `handOver` takes the calls of endpoints that are not `direct`; without it they are
 * all answered here.
 */
export function createApiTable(routes: readonly Route[], handOver?: HandOver) {
  const matcher = createMatcher(
    routes.map((route) => ({ method: route.endpoint.method, path: route.endpoint.path, value: route })),
  );
  return {
    /** `pathname` below the base path, beginning with `/api/`. The answer may still be on its way when this returns. */
    handle(req: IncomingMessage, res: ServerResponse, pathname: string, search: string): void {
      const app = getApp();
      const wire = { req, res, exchange: describeIncoming(app, req, { pathname, search }) };
      const match = matcher.find(methodOf(req, pathname), pathname.slice("/api/".length));
      if (match === null || Array.isArray(match)) {
        const { requestId } = wire.exchange;
        sendReply(wire, failureReply(new AppError("request/not-found"), { requestId, log: app.log }));
        return;
      }
      const { params, value: route } = match;
      const { answer, endpoint } = route;
      if (handOver === undefined || endpoint.direct || answer === null) void route.run(wire, params);
      else handOver(wire, { path: endpoint.path, answer: () => answer(wire, params) });
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
