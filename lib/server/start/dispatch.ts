import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { failureReply } from "@/lib/server/http/answer";
import { createApiTable } from "@/lib/server/http/api-table";
import { isSecure } from "@/lib/server/http/exchange";
import { abortSignalOf, describeIncoming, sendReply } from "@/lib/server/http/wire";
import { applyPageHeaders } from "@/lib/server/http/page-headers";
import { handCall } from "@/lib/server/http/handed-call";
import { hideFromNext } from "./hide-from-next";
import { inPageVisit } from "@/lib/server/http/page-visit";
import { groups } from "@/lib/server/groups";
import { isPageAddress } from "@/lib/server/base/own-addresses";
import { limits } from "@/lib/server/base/limits";
import { networkOf } from "@/lib/server/session/throttle";
import { createTurns } from "@/lib/server/base/turns";
import { stripBase } from "@/lib/server/http/strip-base";
import type { PageHandler } from "./load-next";

/** A page has a handful; links of others may add theirs. */
const maxPageParameters = 64;

const pageTurns = createTurns(limits.pages);

export type StaticFiles = (req: IncomingMessage, res: ServerResponse, pathname: string) => Promise<boolean>;
type Dispatch = {
  basePath: string;
  isDev: boolean;
  pages: Promise<{ handle: PageHandler; serveStatic: StaticFiles | null; serveFrame: StaticFiles }>;
};

/**
 * Every request: the API and the groups' own protocols at once, static files, then Next for pages. Requests come with the base path or, behind a proxy that
 * strips it, without; both mean the same.
 */
export function createDispatch({ basePath, isDev, pages }: Dispatch) {
  const table = createApiTable(
    groups.flatMap(({ routes }) => routes),
    (wire, { path, answer }) => {
      const address = `${basePath}/api/${path.split("/")[0]}`;
      void handCall(wire, answer, async () => {
        const { handle } = await pages;
        hideFromNext(wire.req, address);
        await handle(wire.req, wire.res);
      });
    },
  );
  const protocols = groups.flatMap(({ protocol }) => protocol ?? []);

  return async function dispatch(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (isSecure(getApp().env, req)) setStrictTransport(res);
    if (req.url === "*") {
      // About the server as a whole (RFC 9110 §9.3.7).
      res.writeHead(204, { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }).end();
      return;
    }
    const url = originForm(req.url ?? "/");
    if (!url.startsWith("/")) {
      // No address at all: nobody's, and nothing for the log.
      res.writeHead(400, { connection: "close" }).end();
      return;
    }
    const mark = url.indexOf("?");
    const full = mark < 0 ? url : url.slice(0, mark);
    const search = mark < 0 ? "" : url.slice(mark);
    const pathname = stripBase(full, basePath);
    if (pathname.startsWith("/api/")) {
      table.handle(req, res, pathname, search);
      return;
    }
    const protocol = protocols.find(({ isOurs }) => isOurs(req.method, pathname));
    if (protocol !== undefined) {
      await protocol.serve(req, res, { pathname, search });
      return;
    }
    const exchange = describeIncoming(getApp(), req, { pathname, search });
    const refuse = (error: unknown) =>
      sendReply({ req, res, exchange }, failureReply(error, { requestId: exchange.requestId, log: getApp().log }));
    const { handle, serveStatic, serveFrame } = await pages;
    // Pages are read. Next would take in what else is sent to them, up to a megabyte each.
    if (!isDev && req.method !== "GET" && req.method !== "HEAD") {
      res.setHeader("allow", "GET, HEAD").setHeader("connection", "close");
      refuse(new AppError("request/method"));
      return;
    }
    if (await serveFrame(req, res, pathname)) return;
    if (serveStatic !== null && (await serveStatic(req, res, pathname))) return;
    // Next reads them in the square of their number, five seconds for what fits into an address.
    if (search.split("&", maxPageParameters + 1).length > maxPageParameters) {
      refuse(new AppError("request/too-large"));
      return;
    }
    applyPageHeaders(req, res, { isDev });
    // Most addresses that no page has are tried by programs: they get the page of that without Next's search for another.
    const address = isDev || isPageAddress(pathname) ? pagePath(pathname) : "/_not-found";
    req.url = `${basePath}${address}${search}`;
    let leave = () => {};
    // Next may still be at work on an answer that nobody reads any more.
    res.once("close", () => leave());
    try {
      leave = await pageTurns(networkOf(exchange.address), abortSignalOf({ res }));
      await inPageVisit(exchange, () => handle(req, res));
    } catch (error) {
      if (!isAppError(error)) throw error;
      refuse(error);
    } finally {
      leave();
    }
  };
}

/** Servers must take absolute addresses as well (RFC 9112 §3.2.2): a client that believes this is a proxy sends them. */
function originForm(url: string): string {
  if (url.startsWith("/") || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Browsers come over TLS only from now on (RFC 6797); they take it to heart where the certificate is one that they trust. */
function setStrictTransport(res: ServerResponse): void {
  const { hstsSeconds } = getApp().env;
  if (hstsSeconds > 0) res.setHeader("strict-transport-security", `max-age=${hstsSeconds}`);
}

/**
 * The address for Next. Names of files are bytes, which Next refuses where they are not UTF-8: the page is the same for every
 * folder and reads its own address in the browser. Nothing else has such a name.
 */
function pagePath(pathname: string): string {
  if (pathname === "/") return getApp().env.basePath === "" ? "/" : "";
  if (!isUnreadable(pathname)) return pathname;
  return pathname.startsWith("/browse/") ? "/browse" : "/_not-found";
}

function isUnreadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return false;
  } catch {
    return true;
  }
}
