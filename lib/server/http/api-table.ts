import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { failureReply } from "./answer";
import { createMatcher } from "./match";
import type { Route } from "./route";
import { describeIncoming, sendReply } from "./wire";

/** Every endpoint of the API; what none of them is, is answered in the API's form as well. */
export function createApiTable(routes: readonly Route[]) {
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
      } else void match.value.run(wire, match.params); // reports its errors itself
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
