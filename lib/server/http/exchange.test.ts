import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { assertSameOrigin, describePeer, isFromProxy, isLocal, isSecure, parseQuery, type Exchange } from "./exchange";

const env = { trustedProxies: ["127.0.0.1", "10.0.0.0/8"], publicUrl: null };

function peer(remoteAddress: string, headers: Record<string, string> = {}) {
  return { remoteAddress, encrypted: false, header: (name: string) => headers[name] };
}

describe("describePeer", () => {
  it("ignores forwarded headers of strangers", () => {
    const headers = {
      host: "real",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "fake",
    };
    expect(describePeer(env, peer("203.0.113.9", headers))).toEqual({
      address: "203.0.113.9",
      secure: false,
      host: "real",
    });
  });

  it("takes the last address that no trusted proxy wrote about itself", () => {
    const headers = { host: "x", "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.1.2.3", "x-forwarded-proto": "https" };
    expect(describePeer(env, peer("::ffff:127.0.0.1", headers))).toMatchObject({
      address: "198.51.100.7",
      secure: true,
    });
  });

  it("survives nonsense in the header", () => {
    expect(describePeer(env, peer("127.0.0.1", { "x-forwarded-for": "<script>, , unknown" })).address).toBe(
      "127.0.0.1",
    );
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
  expect(isSecure(env, { socket, headers } as unknown as IncomingMessage)).toBe(expected); // what it looks at
});

it("tells a configured proxy from others, also as an IPv6-mapped address", () => {
  const seen = ["127.0.0.1", "::ffff:10.9.9.9", "203.0.113.9", ""].map((address) => isFromProxy(env, address));
  expect(seen).toEqual([true, true, false, false]);
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
    fromProxy: false,
    isLocal: false,
    address: "",
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
