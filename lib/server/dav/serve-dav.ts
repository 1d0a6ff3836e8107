import type { IncomingMessage, ServerResponse } from "node:http";
import { davCodeOf } from "@/lib/contracts/audited-actions";
import { davMethods, type DavMethodName } from "@/lib/contracts/dav";
import { AppError, isAppError } from "@/lib/shared/errors";
import { fitPair } from "@/lib/server/base/fit-text";
import { getApp, type App } from "@/lib/server/runtime/app";
import { visitor } from "@/lib/server/session/find-actor";
import type { Actor } from "@/lib/server/runtime/ctx";
import { assertSameOrigin } from "@/lib/server/http/exchange";
import { abortSignalOf, describeIncoming, sendReply, type Wire } from "@/lib/server/http/wire";
import { createCtx } from "@/lib/server/http/run-endpoint";
import { knownFailure } from "@/lib/server/http/answer";
import { isStillAllowed, isUserAllowed } from "@/lib/server/http/still-allowed";
import { recheck } from "@/lib/server/session/recheck";
import { assertPermission } from "./assert-permission";
import type { DavMethodRun } from "./dav-call";
import { davFailureReply } from "./dav-error";
import { isDavAddress, parseDavAddress } from "./dav-path";
import { davSetting } from "./dav-setting";
import { findDavCaller, parseBasic } from "./find-dav-caller";
import { copy, move } from "./methods/copy-move";
import { remove } from "./methods/delete";
import { get } from "./methods/get";
import { lock } from "./methods/lock";
import { mkcol } from "./methods/mkcol";
import { davHeaders, options } from "./methods/options";
import { patch } from "./methods/patch";
import { propfind } from "./methods/propfind";
import { proppatch } from "./methods/proppatch";
import { put } from "./methods/put";
import { unlock } from "./methods/unlock";

const runs: { readonly [M in Exclude<DavMethodName, "OPTIONS">]: DavMethodRun } = {
  PROPFIND: propfind,
  GET: get,
  HEAD: get,
  PUT: put,
  PATCH: patch,
  MKCOL: mkcol,
  COPY: copy,
  MOVE: move,
  DELETE: remove,
  PROPPATCH: proppatch,
  LOCK: lock,
  UNLOCK: unlock,
};

/** Everything below `/dav`; and what Windows asks of the addresses above before it comes here. */
export function isDavCall(method: string | undefined, pathname: string): boolean {
  return isDavAddress(pathname) || (method === "OPTIONS" && pathname === "/" && davSetting.get().on);
}

/**
 * One request of WebDAV: like the gate of the JSON endpoints, with Basic and an app password instead of a session. Cookies
 * count for nothing here, so no page can make a browser act for its user. While WebDAV is off, nothing is here.
 */
export async function serveDav(
  req: IncomingMessage,
  res: ServerResponse,
  address: { pathname: string; search: string },
): Promise<void> {
  const app = getApp();
  const exchange = describeIncoming(app, req, address);
  const wire: Wire = { req, res, exchange };
  const { ctx, identified } = createCtx(app, exchange, () => abortSignalOf(wire));
  const method = req.method ?? "";
  let outcome = "success";
  try {
    if (!davSetting.get().on) throw new AppError("dav/off");
    if (method === "OPTIONS") {
      options(wire);
      return;
    }
    if (!isDavMethod(method)) throw new AppError("dav/method", { method });
    if (method !== "GET" && method !== "HEAD") assertSameOrigin(exchange, app.env.publicUrl);
    const caller = await signIn(app, wire);
    identified(caller.actor);
    ctx.storage = caller.storage;
    assertPermission(ctx.actor, "webdav");
    // Bytes of another coding would be stored as the file's own (RFC 9110 §8.4).
    if (isEncoded(exchange)) throw new AppError("dav/body");
    const { access } = davMethods[method];
    assertPermission(ctx.actor, access);
    const call = { ...parseDavAddress(exchange.pathname), ctx, wire };
    const isAllowed = async () =>
      davSetting.get().on &&
      (await isUserAllowed(app.db, ctx.actor, "webdav")) &&
      (await isStillAllowed(app.db, ctx.actor, access));
    const stopAsking = recheck({ isAllowed, end: () => res.destroy() });
    await runs[method](call).finally(stopAsking);
  } catch (error) {
    const isGone = req.destroyed && !isAppError(error);
    const known = isGone ? new AppError("request/cancelled", {}, { cause: error }) : error;
    outcome = knownFailure(known).key;
    fail(app, wire, known);
  } finally {
    const isAudited = isDavMethod(method) && davMethods[method].audit && ctx.actor.userId !== null;
    if (isAudited) record(app, { wire, actor: ctx.actor, method, outcome });
  }
}

function isDavMethod(method: string): method is keyof typeof runs {
  return Object.hasOwn(runs, method);
}

function isEncoded({ header }: Wire["exchange"]): boolean {
  const codings = (header("content-encoding") ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => coding !== "" && coding !== "identity");
}

async function signIn(app: App, wire: Wire) {
  const { exchange } = wire;
  const credentials = parseBasic(exchange.header("authorization"));
  // Clients ask first without, to learn how to sign in.
  if (credentials === null) throw new AppError("auth/required");
  try {
    return await findDavCaller(app, exchange, credentials);
  } catch (error) {
    const isWrong = isAppError(error) && error.key === "auth/wrong-credentials";
    const actor = { ...visitor, username: credentials.username.slice(0, 64) };
    if (isWrong) record(app, { wire, actor, method: "SIGN-IN", outcome: error.key });
    throw error;
  }
}

type Recorded = { wire: Wire; actor: Actor; method: string; outcome: string };

function record(app: App, { wire: { exchange }, actor, method, outcome }: Recorded): void {
  const [from, to] = [readable(exchange.pathname), exchange.header("destination")];
  app.audit.record({
    atMs: Date.now(),
    userId: actor.userId,
    username: actor.username,
    address: exchange.address,
    action: davCodeOf(method),
    target: to === undefined ? from : fitPair(from, readable(to)),
    outcome,
    requestId: exchange.requestId,
  });
}

function readable(address: string): string {
  try {
    return decodeURIComponent(address).replace(/^.*?\/dav\//, "");
  } catch {
    return address;
  }
}

/** As for other streams: once something was sent, only a broken connection says that it is not the whole. */
function fail(app: App, wire: Wire, error: unknown): void {
  const { requestId } = wire.exchange;
  if (wire.res.headersSent) {
    if (!isAppError(error)) app.log.error({ err: error, requestId }, "WebDAV answer failed");
    wire.res.destroy();
    return;
  }
  const reply = davFailureReply(error, { requestId, log: app.log });
  const more = {
    ...(reply.status === 405 ? { allow: davHeaders.allow } : {}),
    ...(reply.status === 415 && isEncoded(wire.exchange) ? { "accept-encoding": "identity" } : {}),
  };
  sendReply(wire, { ...reply, headers: { ...reply.headers, ...more } });
}
