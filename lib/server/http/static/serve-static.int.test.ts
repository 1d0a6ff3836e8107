import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStaticFiles } from "./serve-static";

let dir: string;
let stop: () => void;
let origin: string;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-static-"));
  mkdirSync(path.join(dir, "static"));
  const serveStatic = createStaticFiles({ staticDir: path.join(dir, "static"), publicDir: path.join(dir, "public") });
  const server = createServer((req, res) => void serveStatic(req, res, req.url ?? ""));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // of a TCP server
  stop = () => server.close();
});
afterEach(() => {
  stop();
  rmSync(dir, { recursive: true, force: true });
});

async function fetchBytes(name: string): Promise<Buffer> {
  const request = get(`${origin}/_next/static/${name}`, { headers: { "accept-encoding": "br" }, agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage]; // as Node documents it
  expect(answer.headers["content-encoding"]).toBe("br");
  return buffer(answer);
}

const compressBest = (content: Buffer) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

test("what the build has compressed is sent as it is", async () => {
  writeFileSync(path.join(dir, "static", "a.js"), "a".repeat(2000));
  writeFileSync(path.join(dir, "static", "a.js.br"), "compressed by the build");
  expect((await fetchBytes("a.js")).toString()).toBe("compressed by the build");
});

test("what it has not compressed is sent quickly first, and then as small as it gets", async () => {
  const content = readFileSync("package-lock.json").subarray(0, 100_000);
  writeFileSync(path.join(dir, "static", "b.js"), content);
  const first = await fetchBytes("b.js");
  expect(brotliDecompressSync(first)).toEqual(content);
  const best = compressBest(content);
  expect(first.length).toBeGreaterThan(best.length);
  await vi.waitFor(async () => expect(await fetchBytes("b.js")).toEqual(best));
});
