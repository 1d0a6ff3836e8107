import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { ProxyTrust } from "@/lib/server/base/proxy-trust";
import {
  assertSameOrigin,
  describePeer,
  findOriginProblem,
  isLocal,
  isSecure,
  parseQuery,
  type Exchange,
} from "./exchange";

const env = { trustedProxies: ["127.0.0.1", "10.0.0.0/8"], proxySecret: null, publicUrl: null };
const proxySecret = "a-secret-of-the-proxy";

function peer(remoteAddress: string, headers: Record<string, string> = {}, trust: ProxyTrust = "none") {
  return { remoteAddress, encrypted: false, header: (name: string) => headers[name], trust };
}

/** What is looked at of a request. */
function requestOf(socket: { remoteAddress?: string; encrypted?: boolean }, headers: Record<string, string>) {
  return { socket, headers: { ...headers }, rawHeaders: [] } as unknown as IncomingMessage; // what is read of it
}

describe("describePeer", () => {
  it.each(["none", "unproven"] as const)("ignores forwarded headers of whoever is no proxy (%s)", (trust) => {
    const headers = {
      host: "real",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "fake",
    };
    expect(describePeer(env, peer("203.0.113.9", headers, trust))).toEqual({
      address: "203.0.113.9",
      relay: null,
      secure: false,
      host: "real",
    });
  });

  it("takes the last address that no trusted proxy wrote about itself", () => {
    const headers = { host: "x", "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.1.2.3", "x-forwarded-proto": "https" };
    expect(describePeer(env, peer("::ffff:127.0.0.1", headers, "proven"))).toMatchObject({
      address: "198.51.100.7",
      secure: true,
    });
  });

  it("survives nonsense in the header", () => {
    expect(describePeer(env, peer("127.0.0.1", { "x-forwarded-for": "<script>, , unknown" }, "proven"))).toMatchObject({
      address: "127.0.0.1",
      relay: null,
    });
  });

  it.each([
    ["8.8.8.8, 198.51.100.7:41234", "198.51.100.7"],
    ["8.8.8.8, [2001:db8::7]:41234", "2001:db8::7"],
    ["8.8.8.8, [2001:db8::7], 10.1.2.3:80", "2001:db8::7"],
    // Whatever stands left of one that cannot be read may be made up.
    ["8.8.8.8, unknown, 10.1.2.3", "127.0.0.1"],
    ["8.8.8.8, , 198.51.100.7", "198.51.100.7"],
  ])("reads %s as %s", (forwarded, address) => {
    const headers = { "x-forwarded-for": forwarded };
    expect(describePeer(env, peer("127.0.0.1", headers, "proven")).address).toBe(address);
  });

  it.each<[string, ProxyTrust, string | null]>([
    ["198.51.100.7", "proven", null],
    ["6.6.6.6, 198.51.100.7", "proven", null],
    // Somebody at the proxy's own address, or behind one that sent no secret, may have made up the rest.
    ["198.51.100.7, 127.0.0.1", "proven", "127.0.0.1"],
    ["198.51.100.7, 10.1.2.3, 127.0.0.1", "proven", "127.0.0.1"],
    ["198.51.100.7", "believed", "10.0.0.9"],
    ["198.51.100.7, 127.0.0.1", "believed", "10.0.0.9"],
    ["127.0.0.1", "believed", null],
    ["", "believed", null],
    ["198.51.100.7", "unproven", null],
  ])("says who has to be believed for %j of a proxy that is %s: %s", (forwarded, trust, relay) => {
    expect(describePeer(env, peer("10.0.0.9", { "x-forwarded-for": forwarded }, trust)).relay).toBe(relay);
  });

  it("knows from the public address that browsers come over TLS", () => {
    expect(describePeer({ ...env, publicUrl: new URL("https://f.example") }, peer("203.0.113.9")).secure).toBe(true);
  });
});

it.each([
  [{ encrypted: true }, {}, true],
  [{ remoteAddress: "127.0.0.1" }, { "x-forwarded-proto": "https" }, true],
  [{ remoteAddress: "127.0.0.1" }, { "x-forwarded-proto": "http, https" }, false],
  [{ remoteAddress: "203.0.113.9" }, { "x-forwarded-proto": "https" }, false],
  [{ remoteAddress: "203.0.113.9" }, {}, false],
])("knows whether the browser came over TLS: %j %j", (socket, headers, expected) => {
  expect(isSecure(env, requestOf(socket, headers))).toBe(expected);
});

describe("where a secret is configured, the proxy's address alone", () => {
  const proof = { "x-filedeck-proxy-secret": proxySecret };
  const local = { remoteAddress: "127.0.0.1" };

  it("makes nothing secure", () => {
    const headers = { "x-forwarded-proto": "https" };
    const ask = (more: Record<string, string>) =>
      isSecure({ ...env, proxySecret }, requestOf(local, { ...headers, ...more }));
    expect([ask({}), ask({ "x-filedeck-proxy-secret": "another-secret-here" }), ask(proof)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("opens no socket for another host", () => {
    const headers = { host: "127.0.0.1:8480", origin: "https://f.example", "x-forwarded-host": "f.example" };
    const ask = (more: Record<string, string>) =>
      findOriginProblem({ ...env, proxySecret }, requestOf(local, { ...headers, ...more }));
    expect([ask({}), ask(proof)]).toEqual([{ got: "f.example", expected: "127.0.0.1:8480" }, null]);
  });
});

it.each([
  ["127.0.0.1", { host: "127.0.0.1:8480" }, true],
  ["::ffff:127.0.0.1", { host: "localhost:8480", origin: "http://localhost:8480" }, true],
  ["::1", { host: "[::1]:8480" }, true],
  ["192.168.0.7", { host: "127.0.0.1:8480" }, false],
  ["127.0.0.1", { host: "files.example.org" }, false],
  ["127.0.0.1", { host: "127.0.0.1:8480", origin: "https://files.example.org" }, false],
  ["127.0.0.1", { host: "127.0.0.1:8480", "x-forwarded-for": "127.0.0.1" }, false],
  ["127.0.0.1", { host: "127.0.0.1:8480", via: "1.1 proxy" }, false],
])("tells who sits at the server from who comes through a proxy there: %s %j", (address, headers, expected) => {
  expect(isLocal(peer(address, headers))).toBe(expected);
});

describe("assertSameOrigin", () => {
  const exchange = (headers: Record<string, string>, host = "files.lan:8480"): Exchange => ({
    method: "POST",
    pathname: "/api/x",
    query: [],
    header: (name) => headers[name],
    trust: "none",
    isLocal: false,
    address: "",
    relay: null,
    secure: false,
    host,
    requestId: "",
  });

  it.each([
    [{}],
    [{ "sec-fetch-site": "same-origin", origin: "https://elsewhere" }],
    [{ origin: "http://files.lan:8480" }],
    [{ origin: "https://files.lan:8480" }],
    [{ "sec-fetch-site": "none" }],
    [{ origin: "HTTP://FILES.lan:8480" }],
  ])("lets %j through", (headers) => {
    expect(() => assertSameOrigin(exchange(headers), null)).not.toThrow();
  });

  it.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "http://files.lan" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site", origin: "http://other.lan:8480" }],
  ])("refuses %j", (headers) => {
    expect(() => assertSameOrigin(exchange(headers), null)).toThrow("request/origin");
  });

  it("takes a scheme's own port for none", () => {
    for (const [origin, host] of [
      ["https://files.lan", "files.lan:443"],
      ["http://files.lan", "files.lan:80"],
    ] as const)
      expect(() => assertSameOrigin(exchange({ origin }, host), null)).not.toThrow();
    for (const [origin, host] of [
      ["http://files.lan", "files.lan:443"],
      ["https://files.lan", "files.lan:80"],
      ["https://files.lan", "files.lan:8443"],
      ["https://files.lan", "files.lan@evil.example"],
      ["null", ""],
    ] as const)
      expect(() => assertSameOrigin(exchange({ origin }, host), null)).toThrow("request/origin");
  });

  it("expects the public address where one is configured", () => {
    const publicUrl = new URL("https://f.example/files");
    expect(() => assertSameOrigin(exchange({ origin: "https://f.example" }), publicUrl)).not.toThrow();
    expect(() => assertSameOrigin(exchange({ origin: "http://files.lan:8480" }), publicUrl)).toThrow("request/origin");
  });
});

it("keeps bytes that are not UTF-8 in a query", () => {
  expect(parseQuery("?file=a%FFb&file=x+y&flag&e=%zz")).toEqual([
    ["file", "a\udcffb"],
    ["file", "x y"],
    ["flag", ""],
    ["e", "%zz"],
  ]);
});
