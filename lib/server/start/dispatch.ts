import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/app";
import { isDavCall, serveDav } from "@/lib/server/dav/serve-dav";
import { admitToNext } from "@/lib/server/http/admit-to-next";
import { failureReply } from "@/lib/server/http/answer";
import { internalHeaders, isSecure } from "@/lib/server/http/exchange";
import { abortSignalOf, createHotTable, describeIncoming, sendReply } from "@/lib/server/http/hot-table";
import { hotRoutes } from "@/lib/server/http/hot-routes";
import { applyPageHeaders } from "@/lib/server/http/page-headers";
import { limits } from "@/lib/server/limits";
import { remember } from "@/lib/server/remember";
import { networkOf } from "@/lib/server/session/throttle";
import { createTurns } from "@/lib/server/turns";
import { stripBase } from "@/lib/server/http/strip-base";
import type { PageHandler } from "./load-next";

const pageTurns = remember("page-turns", () => createTurns(limits.pages));

export type StaticFiles = (req: IncomingMessage, res: ServerResponse, pathname: string) => Promise<boolean>;
type Dispatch = {
  basePath: string;
  isDev: boolean;
  pages: Promise<{ handle: PageHandler; serveStatic: StaticFiles | null }>;
};

/**
 * Every request: hot endpoints at once, static files, then Next. Requests come with the base path or, behind a proxy that
 * strips it, without; both mean the same.
 */
export function createDispatch({ basePath, isDev, pages }: Dispatch) {
  const table = createHotTable(hotRoutes);

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
    const isApi = pathname.startsWith("/api/");
    if (isApi && table.handle(req, res, pathname, search)) return;
    if (isDavCall(req.method, pathname)) {
      await serveDav(req, res, { pathname, search });
      return;
    }

    const exchange = describeIncoming(getApp(), req, { pathname, search });
    for (const name of Object.values(internalHeaders)) delete req.headers[name];
    Object.assign(req.headers, {
      [internalHeaders.address]: exchange.address,
      [internalHeaders.secure]: exchange.secure ? "1" : "0",
      [internalHeaders.host]: exchange.host,
      [internalHeaders.requestId]: exchange.requestId,
    });
    const { handle, serveStatic } = await pages;
    const refuse = (error: unknown) =>
      sendReply({ req, res, exchange }, failureReply(error, { requestId: exchange.requestId, log: getApp().log }));
    // Pages are read. Next would take in what else is sent to them, up to a megabyte each.
    if (!isApi && !isDev && req.method !== "GET" && req.method !== "HEAD") {
      res.setHeader("allow", "GET, HEAD").setHeader("connection", "close");
      refuse(new AppError("request/method"));
      return;
    }
    if (!isApi) {
      if (serveStatic !== null && (await serveStatic(req, res, pathname))) return;
      applyPageHeaders(req, res, { isDev });
    } else if (isUnreadable(pathname)) {
      refuse(new AppError("request/not-found"));
      return;
    }
    req.url = `${basePath}${pagePath(pathname)}${search}`;
    let leave = () => {};
    try {
      if (isApi) {
        const admitted = await admitToNext({ req, res, exchange });
        leave = admitted.leave;
        await handle(admitted.req, res);
      } else {
        leave = await pageTurns(networkOf(exchange.address), abortSignalOf({ res }));
        await handle(req, res);
      }
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
 * folder and reads its own address in the browser.
 */
function pagePath(pathname: string): string {
  if (pathname === "/") return getApp().env.basePath === "" ? "/" : "";
  return pathname.startsWith("/browse/") && isUnreadable(pathname) ? "/browse" : pathname;
}

/** Next answers an address that does not decode with a page; the API answers in its own form. */
function isUnreadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return false;
  } catch {
    return true;
  }
}
