import type { IncomingMessage } from "node:http";

const hostText = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%-]+)(?::\d{1,5})?$/;

/**
 * Whether a request names one host, once (RFC 9112 §3.2). Of two Host headers Node takes the first, a proxy in front may have taken the other; the same is true
 * of a list in one, and of an address in the request's first line that names another.
 */
export function hasOneHost({
  rawHeaders,
  headers,
  url = "",
  httpVersion,
}: Pick<IncomingMessage, "rawHeaders" | "headers" | "url" | "httpVersion">): boolean {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  // Older clients, such as probes, send none.
  if (count === 0) return httpVersion === "1.0";
  const host = headers.host ?? "";
  if (count > 1 || (host !== "" && !hostText.test(host))) return false;
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? URL.parse(url) : null;
  return absolute === null || URL.parse(`${absolute.protocol}//${host}`)?.host === absolute.host;
}
