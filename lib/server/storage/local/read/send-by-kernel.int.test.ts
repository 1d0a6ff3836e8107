import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer as readAll } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { sendByKernel } from "./send-by-kernel";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";

const content = randomBytes(12 * 1024 * 1024 + 17);
const whole = { start: 0, end: content.length - 1 };
let dir = "";
let fd = -1;
let server: Server;
let port = 0;
let ordinaryReads = 0;
let answer: (res: ServerResponse) => Promise<void>;
let ended: Promise<unknown> = Promise.resolve();

const source = {
  get fd() {
    return fd;
  },
  read: async (into: Buffer, length: number, position: number) => {
    ordinaryReads++;
    const handle = await fs.open(path.join(dir, "file"), "r");
    const { bytesRead } = await handle.read(into, 0, length, position);
    await handle.close();
    return bytesRead;
  },
};

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-kernel-"));
  writeFileSync(path.join(dir, "file"), content);
  fd = openSync(path.join(dir, "file"), "r+");
  server = createServer((_req, res) => {
    ended = answer(res).catch((error: unknown) => error);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port; // a port, not a pipe
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  closeSync(fd);
  rmSync(dir, { recursive: true });
});

async function get(): Promise<Buffer> {
  const req = request({ port, host: "127.0.0.1" }).end();
  const [res] = await once(req, "response");
  return readAll(res);
}

const sockets = () => openDescriptors("socket:");

test("every byte arrives, in order, before and after what is written the ordinary way", async () => {
  const head = "head ";
  answer = async (res) => {
    res.writeHead(200, { "content-length": head.length + content.length + 4 });
    res.write(head);
    expect(await sendByKernel(source, res, whole)).toBe(content.length);
    res.end("tail");
  };
  ordinaryReads = 0;
  const got = await get();
  expect(await ended).toBeUndefined();
  expect(got.equals(Buffer.concat([Buffer.from(head), content, Buffer.from("tail")]))).toBe(true);
  expect(ordinaryReads).toBeLessThan(content.length / 65_536);
});

test("a range, and a reader who stops for a while in between", async () => {
  const range = { start: 1_000_003, end: content.length - 5 };
  answer = async (res) => {
    res.writeHead(206, { "content-length": range.end - range.start + 1 });
    await sendByKernel(source, res, range);
    res.end();
  };
  const req = request({ port, host: "127.0.0.1" }).end();
  const [res] = await once(req, "response");
  res.pause();
  await new Promise((resolve) => setTimeout(resolve, 200)); // the connection fills
  expect((await readAll(res)).equals(content.subarray(range.start, range.end + 1))).toBe(true);
});

test("short ranges, chunked answers and other streams go the ordinary way", async () => {
  answer = async (res) => {
    res.writeHead(200);
    expect(await sendByKernel(source, res, whole)).toBe(0);
    expect(await sendByKernel(source, res, { start: 7, end: 1000 })).toBe(7);
    res.end("plain");
  };
  expect((await get()).toString()).toBe("plain");
  expect(await ended).toBeUndefined();
  expect(await sendByKernel(source, new PassThrough(), { start: 3, end: whole.end })).toBe(3);
});

test("a reader that leaves, and a file that became shorter, end it and leave no descriptor", async () => {
  answer = async (res) => {
    res.writeHead(200, { "content-length": content.length });
    await sendByKernel(source, res, whole);
  };
  const before = sockets();
  for (let round = 0; round < 20; round++) {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
    await once(socket, "data");
    socket.resetAndDestroy();
    await vi.waitFor(async () => expect(isAppError(await ended)).toBe(true));
    expect(await ended).toMatchObject({ key: "request/cancelled" });
  }
  await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before));
  ftruncateSync(fd, 2_000_000);
  answer = async (res) => {
    res.writeHead(200, { "content-length": content.length });
    await sendByKernel(source, res, whole).finally(() => res.destroy());
  };
  await expect(get()).rejects.toThrow(/aborted|ECONNRESET/);
  expect(await ended).toMatchObject({ key: "file/io" });
});
