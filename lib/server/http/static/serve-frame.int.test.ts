import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFrames } from "./serve-frame";

const page = "<!doctype html><title>docx</title>";
let dir: string;
let stop: () => void;
let origin: string;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-frames-"));
  writeFileSync(path.join(dir, "docx.html"), page);
  writeFileSync(path.join(dir, "hashes.json"), JSON.stringify({ docx: "c2NyaXB0" }));
  const serveFrame = createFrames(dir);
  const server = createServer((req, res) => {
    void serveFrame(req, res, req.url ?? "").then((isServed) => isServed || res.writeHead(404).end("next"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // of a TCP server
  stop = () => server.close();
});
afterEach(() => {
  stop();
  rmSync(dir, { recursive: true, force: true });
});

test("a frame has no origin, runs its one script, and reaches no host", async () => {
  const answer = await fetch(`${origin}/frames/docx`);
  expect(await answer.text()).toBe(page);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-security-policy":
      "sandbox allow-scripts; default-src 'none'; script-src 'sha256-c2NyaXB0'; style-src 'unsafe-inline' blob:; img-src blob: data:; font-src blob: data:; connect-src blob: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    "content-type": "text/html; charset=utf-8",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "cache-control": "no-cache",
    etag: '"c2NyaXB0"',
  });
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test("HEAD tells the same without the page, and a page that is known is not sent again", async () => {
  const head = await fetch(`${origin}/frames/docx`, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(page.length));
  expect(await head.text()).toBe("");
  const again = await fetch(`${origin}/frames/docx`, { headers: { "if-none-match": '"c2NyaXB0"' } });
  expect(again.status).toBe(304);
  expect(again.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
});

test.each([
  "/frames/",
  "/frames/other",
  "/frames/docx.html",
  "/frames/..%2fhashes.json",
  "/frames/hashes.json",
  "/docx",
])("%s is none of them", async (address) => {
  expect(await (await fetch(origin + address)).text()).toBe("next");
});

test("frames are only read", async () => {
  expect((await fetch(`${origin}/frames/docx`, { method: "POST" })).status).toBe(404);
});
