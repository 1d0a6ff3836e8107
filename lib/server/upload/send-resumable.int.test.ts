import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startCuttingProxy } from "@/e2e/support/cutting-proxy";
import { nodeTransport } from "@/e2e/support/node-transport";
import { resumableInput } from "@/e2e/support/resumable-input";
import { resumablePorts } from "@/e2e/support/resumable-ports";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { sendResumable, type ResumableInput } from "@/lib/client/upload/send-resumable";
import type { Transport } from "@/lib/client/upload/transport";
import { dropHash } from "./upload-writers";

// The browser's sender against the real server: only the transport is Node's.

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const bytes = randomBytes(6_000_001);
const mb = 1024 * 1024;
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

const inputOf = (target: string, more: Partial<ResumableInput> = {}) => resumableInput(server, { bytes, target, more });

test("sends a file and knows that the server has the same", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { input, urls } = inputOf(`${folder}/ü.bin`);
  const result = await sendResumable(input, resumablePorts(nodeTransport(server.url)));
  expect([result, urls.length]).toEqual([{ type: "stored", isVerified: true }, 1]);
  expect(sha256(readFileSync(path.join(dir, "ü.bin")))).toBe(sha256(bytes));
});

test("a line that breaks again and again only slows it down", async () => {
  const { dir, path: folder } = makeFolder(server);
  const proxy = await startCuttingProxy(Number(new URL(server.url).port), { afterBytes: 700_000 });
  onTestFinished(proxy.stop);
  const { input } = inputOf(`${folder}/cut.bin`);
  const result = await sendResumable(input, resumablePorts(nodeTransport(`http://127.0.0.1:${proxy.port}`)));
  expect(result).toEqual({ type: "stored", isVerified: true });
  expect(proxy.cuts()).toBeGreaterThan(3);
  expect(sha256(readFileSync(path.join(dir, "cut.bin")))).toBe(sha256(bytes));
});

test("goes on where an earlier visit stopped, and notices what was spoilt on the way", async () => {
  const { dir, path: folder } = makeFolder(server);
  const stop = new AbortController();
  const { input, urls } = inputOf(`${folder}/later.bin`, {
    maxChunkBytes: mb,
    signal: stop.signal,
    onProgress: (sentBytes) => {
      if (sentBytes >= 3 * mb) stop.abort();
    },
  });
  const transport = nodeTransport(server.url);
  expect((await sendResumable(input, resumablePorts(transport))).type).toBe("failed");
  const part = path.join(dir, readdirSync(dir)[0] ?? "");
  expect(statSync(part).size).toBeGreaterThanOrEqual(2 * mb);
  // One wrong byte in what has arrived: the sum of the whole tells, and it is sent anew.
  const spoilt = readFileSync(part);
  spoilt[100] = (spoilt[100] ?? 0) ^ 255;
  writeFileSync(part, spoilt);
  const again = inputOf(`${folder}/later.bin`, { url: urls[0] ?? null });
  dropHash((urls[0] ?? "").split("/").at(-1) ?? "");
  expect(await sendResumable(again.input, resumablePorts(transport))).toEqual({ type: "stored", isVerified: true });
  expect(sha256(readFileSync(path.join(dir, "later.bin")))).toBe(sha256(bytes));
});

test("answers that get lost are asked for: nothing is sent twice, nothing is missing", async () => {
  const { dir, path: folder } = makeFolder(server);
  const transport = nodeTransport(server.url);
  let count = 0;
  // As on phones that never hear the answer although the server has everything.
  const deaf: Transport = async (request) => {
    const answer = await transport(request);
    return request.method === "PATCH" && count++ % 2 === 0 ? null : answer;
  };
  const { input } = inputOf(`${folder}/deaf.bin`, { maxChunkBytes: mb });
  expect(await sendResumable(input, resumablePorts(deaf))).toEqual({ type: "stored", isVerified: true });
  expect(readdirSync(dir)).toEqual(["deaf.bin"]);
  expect(sha256(readFileSync(path.join(dir, "deaf.bin")))).toBe(sha256(bytes));
});

test("says what was refused, and leaves it to its caller when nobody answers", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "there"), "old");
  const { input } = inputOf(`${folder}/there`);
  expect(await sendResumable(input, resumablePorts(nodeTransport(server.url)))).toEqual({
    type: "failed",
    error: "file/exists",
  });
  expect(
    await sendResumable(
      inputOf(`${folder}/none`).input,
      resumablePorts(async () => null),
    ),
  ).toEqual({ type: "lost" });
  const unreadable = { ...resumablePorts(nodeTransport(server.url)) };
  unreadable.hasherOf = () => ({ sumTo: () => Promise.reject(new Error("changed")), close: () => {} });
  expect(await sendResumable(inputOf(`${folder}/none`).input, unreadable)).toEqual({
    type: "failed",
    error: "upload/unreadable",
  });
});
