import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/shared/errors";
import { decodeSegment } from "@/lib/shared/paths";
import type { Env } from "@/lib/server/base/env";
import { isBelieved, isProxyAddress, plainAddress, trustOf, type ProxyTrust } from "@/lib/server/base/proxy-trust";

export type QueryPairs = readonly (readonly [string, string])[];

/** What the gate needs to know of a request. */
export type Exchange = {
  method: string;
  /** Below the base path, still percent-encoded, such as `/api/file/srv/a%20b`. */
  pathname: string;
  /** Names and values in order, decoded byte by byte: a value may hold a file name that is not UTF-8. */
  query: QueryPairs;
  header: (name: string) => string | undefined;
  /** Of the browser, as far as trusted proxies tell. */
  address: string;
  /** Who says so without having proven to be a proxy: whoever comes from there may invent addresses. Null: nobody has to be believed. */
  relay: string | null;
  /** Reached over TLS, here or at the proxy. */
  secure: boolean;
  /** Host and port that the browser addressed. */
  host: string;
  /** Whether a proxy sent it. */
  trust: ProxyTrust;
  /** From this machine to it, with nothing between that says so. */
  isLocal: boolean;
  requestId: string;
};

type Peer = { remoteAddress: string; encrypted: boolean; header: (name: string) => string | undefined };
type Origin = Pick<Exchange, "address" | "relay" | "secure" | "host">;

/** Address, scheme and host of a request. X-Forwarded-* counts only from configured proxies. */
export function describePeer(
  env: Pick<Env, "trustedProxies" | "publicUrl">,
  { remoteAddress, encrypted, header, trust }: Peer & Pick<Exchange, "trust">,
): Origin {
  const remote = plainAddress(remoteAddress);
  const host = header("host") ?? "";
  const isTls = encrypted || env.publicUrl?.protocol === "https:";
  if (!isBelieved(trust)) return { address: remote, relay: null, secure: isTls, host };
  // From the right: the last one that no trusted proxy wrote about itself.
  const told = (header("x-forwarded-for") ?? "")
    .split(",")
    .flatMap((part) => (part.trim() === "" ? [] : [forwardedAddress(part.trim())]))
    .toReversed();
  // What stands left of one that cannot be read may have come from anybody.
  const unread = told.indexOf(null);
  const forwarded = (unread < 0 ? told : told.slice(0, unread)).flatMap((address) => address ?? []);
  const client = forwarded.findIndex((address) => !isProxyAddress(env, address));
  // The first that is taken for a proxy by its address alone: behind it anybody may invent the rest.
  const unproven = trust === "proven" ? forwarded[0] : remote;
  const isTold = trust === "proven" ? client > 0 : client >= 0;
  return {
    address: forwarded[client] ?? remote,
    relay: isTold ? (unproven ?? null) : null,
    secure: isTls || header("x-forwarded-proto")?.split(",")[0]?.trim() === "https",
    host: header("x-forwarded-host")?.split(",")[0]?.trim() ?? host,
  };
}

/** Some proxies add the port, as in `192.0.2.1:4711` and `[2001:db8::1]:4711`. Null: none. */
function forwardedAddress(text: string): string | null {
  const [, bracketed, bare] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/.exec(text) ?? [];
  const address = plainAddress(bracketed ?? bare ?? text);
  return ipaddr.isValid(address) ? address : null;
}

/** Whether the browser came over TLS, here or at a trusted proxy. */
export function isSecure(
  env: Pick<Env, "trustedProxies" | "proxySecret" | "publicUrl">,
  req: IncomingMessage,
): boolean {
  const { socket, headers } = req;
  // Only a TLS socket has `encrypted`.
  if ((socket as Partial<TLSSocket>).encrypted === true || env.publicUrl?.protocol === "https:") return true;
  const forwarded = [headers["x-forwarded-proto"]].flat()[0];
  return forwarded?.split(",")[0]?.trim() === "https" && isBelieved(trustOf(env, req));
}

/**
 * Whether somebody sits at the server itself: a connection over loopback, to a name of loopback, that no proxy has marked. One that marks nothing and
 * changes the name looks the same.
 */
export function isLocal({ remoteAddress, header }: Omit<Peer, "encrypted">): boolean {
  const isLoopback = (text: string) => ipaddr.isValid(text) && ipaddr.process(text).range() === "loopback";
  const marks = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];
  if (!isLoopback(remoteAddress) || marks.some((name) => header(name) !== undefined)) return false;
  return [header("host"), header("origin")?.replace(/^https?:\/\//, "")].every((place) => {
    const host = place?.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
    return host === undefined || host === "localhost" || isLoopback(host);
  });
}

/**
 * Refuses requests that another site made the browser send. Browsers tell by Sec-Fetch-Site on secure origins and by Origin
 * elsewhere; scripts send neither. The answer says what was expected, so that an operator can mend the proxy.
 */
export function assertSameOrigin(exchange: Exchange, publicUrl: URL | null): void {
  const site = exchange.header("sec-fetch-site");
  if (site === "same-origin") return;
  const origin = exchange.header("origin");
  const expected = publicUrl?.host ?? exchange.host;
  if (origin === undefined && (site === undefined || site === "none")) return;
  const got = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : (origin ?? site ?? "");
  if (!isOrigin(origin ?? "", expected)) throw new AppError("request/origin", { got, expected });
}

/** Whether an origin is the one of a Host header. Some proxies write the port that a browser leaves out, as it is the scheme's own. */
function isOrigin(origin: string, host: string): boolean {
  const parsed = URL.parse(origin);
  if (parsed === null || parsed.host === "") return false;
  return URL.parse(`${parsed.protocol}//${host}`)?.host === parsed.host;
}

/** The query of a URL, with or without its `?`. URLSearchParams would replace bytes that are not UTF-8. */
export function parseQuery(search: string): QueryPairs {
  const text = search.startsWith("?") ? search.slice(1) : search;
  if (text === "") return [];
  return text.split("&").map((pair) => {
    const equals = pair.indexOf("=");
    const decode = (part: string) => decodeSegment(part.replaceAll("+", " ")) ?? part;
    return equals < 0 ? [decode(pair), ""] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
  });
}

export function headerOf({ headers }: Pick<IncomingMessage, "headers">) {
  return (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}

export type OriginProblem = { got: string; expected: string };

/**
 * Sockets are opened by browsers, which always send an Origin: it must be exactly ours, or the browser says itself that the page and the socket have the same.
 * Null when it is.
 */
export function findOriginProblem(
  env: Pick<Env, "trustedProxies" | "proxySecret" | "publicUrl">,
  req: IncomingMessage,
): OriginProblem | null {
  const header = headerOf(req);
  const peer = { remoteAddress: req.socket.remoteAddress ?? "", encrypted: false, header, trust: trustOf(env, req) };
  const { host } = describePeer(env, peer);
  const origin = header("origin") ?? "";
  const expected = env.publicUrl?.host ?? host;
  if (isOrigin(origin, expected) || header("sec-fetch-site") === "same-origin") return null;
  return { got: URL.parse(origin)?.host ?? origin, expected };
}
