import { createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isProxyAddress, trustOf } from "./proxy-trust";

const proxySecret = "a-secret-of-the-proxy";
const proxies = { trustedProxies: ["127.0.0.1", "10.0.0.0/8"], proxySecret };

let judge: (req: IncomingMessage) => unknown;
const server = createServer((req, res) => res.end(JSON.stringify(judge(req))));
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

/** What is made of a real request with these lines of headers. */
function ask(headers: readonly string[], look: typeof judge): Promise<unknown> {
  judge = look;
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, headers: ["Host", "x", ...headers], agent: false }, (res) => {
      const parts: Buffer[] = [];
      res.on("data", (part: Buffer) => parts.push(part));
      res.on("end", () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    })
      .on("error", reject)
      .end();
  });
}

const proof = ["X-Filedeck-Proxy-Secret", proxySecret];

it.each([
  ["nothing", [], "unproven"],
  ["another secret of the same length", [proof[0], proxySecret.toUpperCase()], "unproven"],
  ["the beginning of the secret", [proof[0], proxySecret.slice(0, -1)], "unproven"],
  ["the secret beside another", [...proof, proof[0], "anything-of-a-browser"], "unproven"],
  ["the secret", proof, "proven"],
  ["the secret twice", [...proof, ...proof], "proven"],
  ["the secret, with the name in lower case", ["x-filedeck-proxy-secret", proxySecret], "proven"],
] as const)("judges who has a proxy's address and sends %s", async (_, headers, expected) => {
  expect(await ask(headers.map(String), (req) => trustOf(proxies, req))).toBe(expected);
});

it("judges who has a proxy's address where no secret is configured, and who has another", async () => {
  expect(await ask(proof, (req) => trustOf({ ...proxies, proxySecret: null }, req))).toBe("believed");
  expect(await ask(proof, (req) => trustOf({ ...proxies, trustedProxies: ["10.0.0.0/8"] }, req))).toBe("none");
});

it("takes the secret out of the request, whoever sent it, and judges once", async () => {
  const lines = ["X-Before", "1", ...proof, "x-filedeck-PROXY-secret", "twice", "X-After", "2"];
  const seen = await ask(lines, (req) => {
    const judgements = [trustOf({ ...proxies, trustedProxies: [] }, req), trustOf(proxies, req)];
    const { headers, headersDistinct, rawHeaders } = req;
    return { judgements, text: JSON.stringify([headers, headersDistinct, rawHeaders]).toLowerCase() };
  });
  expect(seen).toMatchObject({ judgements: ["none", "none"] });
  expect(JSON.stringify(seen)).not.toMatch(/a-secret-of|twice/);
  expect(JSON.stringify(seen)).toMatch(/x-before.*x-after/);
});

it("knows a proxy's address, also as an IPv6-mapped one", () => {
  const seen = ["127.0.0.1", "::ffff:10.9.9.9", "203.0.113.9", ""].map((address) => isProxyAddress(proxies, address));
  expect(seen).toEqual([true, true, false, false]);
});
