import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startCuttingProxy } from "@/e2e/support/cutting-proxy";
import { nodeTransport } from "@/e2e/support/node-transport";
import { resumableInput } from "@/e2e/support/resumable-input";
import { resumablePorts } from "@/e2e/support/resumable-ports";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { sendInPieces, splitAddresses, type PiecesInput } from "@/lib/client/upload/send-pieces";
import type { Transport } from "@/lib/client/upload/transport";
import { dropHash } from "./upload-writers";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const mb = 1024 * 1024;
const bytes = randomBytes(34 * mb + 1);
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const keyOf = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as { error: string }).error;
const idOf = (address: string | undefined) => (address ?? "").split("/").at(-1) ?? "";

/** A whole piece; its id. */
async function sendPiece(target: string, data: Buffer, more: Record<string, string> = {}, token?: string) {
  const { headers } = await server.send("POST", "", {
    body: data,
    headers: {
      "content-type": "application/offset+octet-stream",
      "upload-length": String(data.length),
      "upload-concat": "partial",
      "upload-metadata": metadataOf({ path: target, ...more }),
    },
    ...(token === undefined ? {} : { token }),
  });
  return idOf(headers.location);
}

function join(target: string, ids: readonly string[], more: Record<string, string> = {}, token?: string) {
  const headers = {
    "upload-concat": `final;${ids.map((id) => `/api/file/tus/${id}`).join(" ")}`,
    "upload-metadata": metadataOf({ path: target, ...more }),
  };
  return server.send("POST", "", { headers, ...(token === undefined ? {} : { token }) });
}

function inputOf(target: string, more: Partial<PiecesInput> = {}) {
  const { input, urls } = resumableInput(server, { bytes, target, more: { maxChunkBytes: 4 * mb, ...more } });
  return { input: { ...input, maxPieces: 4, lanes: 2, onFinishing: () => {} }, urls };
}

test("tus-js-client sends a file over three connections", async () => {
  const { dir, path: folder } = makeFolder(server);
  const data = randomBytes(3_000_001);
  const metadata = { filename: "parallel.bin" };
  await new Promise<void>((resolve, reject) => {
    new Upload(data, {
      endpoint: `${server.url}/api/file/tus?folder=${folder}`,
      headers: { authorization: server.rootToken },
      metadata,
      metadataForPartialUploads: metadata,
      parallelUploads: 3,
      chunkSize: 400_000,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  expect(readdirSync(dir)).toEqual(["parallel.bin"]);
  expect(readFileSync(path.join(dir, "parallel.bin")).equals(data)).toBe(true);
});

test("the browser's sender in pieces over lines that break", async () => {
  const { dir, path: folder } = makeFolder(server);
  const proxy = await startCuttingProxy(Number(new URL(server.url).port), { afterBytes: 3_000_000 });
  onTestFinished(proxy.stop);
  const { input, urls } = inputOf(`${folder}/ü.bin`);
  // As on http:// addresses of a home network, where browsers have no crypto.randomUUID.
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const result = await sendInPieces(input, resumablePorts(nodeTransport(`http://127.0.0.1:${proxy.port}`)));
  expect(result).toEqual({ type: "stored", isVerified: true });
  expect(splitAddresses(urls.at(-1) ?? "")).toHaveLength(2);
  expect(readdirSync(dir)).toEqual(["ü.bin"]);
  expect(sha256(readFileSync(path.join(dir, "ü.bin")))).toBe(sha256(bytes));
  expect(await server.db.upload.count({ where: { state: { not: "done" } } })).toBe(0);
});

test("goes on in pieces where an earlier visit stopped; the list shows one upload", async () => {
  const { dir, path: folder } = makeFolder(server);
  const stop = new AbortController();
  const first = inputOf(`${folder}/later.bin`, {
    signal: stop.signal,
    onProgress: (sentBytes) => {
      if (sentBytes >= 12 * mb) stop.abort();
    },
  });
  const transport = nodeTransport(server.url);
  expect((await sendInPieces(first.input, resumablePorts(transport))).type).toBe("failed");
  const { body } = await server.send("GET", "/api/file/tus");
  const { uploads } = (JSON.parse(body.toString()) as { data: { uploads: Record<string, unknown>[] } }).data;
  expect(uploads).toHaveLength(1);
  expect(uploads[0]).toMatchObject({ name: "later.bin", size: bytes.length });
  const ids = uploads[0]?.["pieces"] as string[]; // as the contract says
  expect(ids).toEqual(splitAddresses(first.urls.at(-1) ?? "").map((url) => idOf(url ?? "")));
  const url = ids.map((id) => `/api/file/tus/${id}`).join(" ");
  let sentBytes = 0;
  const counting: Transport = (request) => {
    if (request.body instanceof Blob) sentBytes += request.body.size;
    return transport(request);
  };
  const again = inputOf(`${folder}/later.bin`, { url });
  expect(await sendInPieces(again.input, resumablePorts(counting))).toEqual({ type: "stored", isVerified: true });
  // What was on its way when it stopped may not have arrived.
  expect(sentBytes).toBeLessThanOrEqual(bytes.length - mb);
  expect(sha256(readFileSync(path.join(dir, "later.bin")))).toBe(sha256(bytes));
});

test("a join that was broken off goes on, however far it had come, and is told twice what it became", async () => {
  const { dir, path: folder } = makeFolder(server);
  const target = `${folder}/joined.bin`;
  const pieces = [bytes.subarray(0, mb), bytes.subarray(mb, 3 * mb), bytes.subarray(3 * mb, 4 * mb)];
  const whole = bytes.subarray(0, 4 * mb);
  const ids = await Promise.all(pieces.map((piece) => sendPiece(target, piece)));
  // As a kill in the middle of the second piece leaves it: the row of the whole, half of the piece behind the first.
  const [first = "", second = ""] = ids;
  const [a, b] = await Promise.all([first, second].map((id) => server.db.upload.findUniqueOrThrow({ where: { id } })));
  const part = (row: typeof a) => readdirSync(dir).find((name) => name.includes(row?.partId ?? "?")) ?? "";
  await server.db.upload.update({
    where: { id: first },
    data: { state: "joining", concat: ids.join(" "), sizeBytes: whole.length, sha256: sha256(whole) },
  });
  const half = Buffer.concat([bytes.subarray(0, mb), randomBytes(mb / 2)]);
  writeFileSync(path.join(dir, part(a)), half);
  dropHash(first);
  expect(b?.state).toBe("piece");
  const touched = await server.send("PATCH", first, {
    body: Buffer.from("x"),
    headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(half.length) },
  });
  expect([touched.status, keyOf(touched)]).toEqual([409, "upload/pieces"]);
  for (let turn = 0; turn < 2; turn++) {
    const joined = await join(target, ids, { sha256: sha256(whole) });
    expect([joined.status, joined.headers["upload-offset"], idOf(joined.headers.location)]).toEqual([
      201,
      String(whole.length),
      first,
    ]);
    expect(joined.headers["upload-path"]).toBe(target);
  }
  expect(readdirSync(dir)).toEqual(["joined.bin"]);
  expect(readFileSync(path.join(dir, "joined.bin")).equals(whole)).toBe(true);
});

test("refuses pieces that are not whole, of others, for another folder, twice, or too many", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { path: other } = makeFolder(server);
  const target = `${folder}/no.bin`;
  const one = await sendPiece(target, bytes.subarray(0, 1000));
  const two = await sendPiece(target, bytes.subarray(1000, 2000));
  const { headers } = await server.send("POST", "", {
    headers: { "upload-length": "10", "upload-concat": "partial", "upload-metadata": metadataOf({ path: target }) },
  });
  const open = idOf(headers.location);
  const refused = async (...input: Parameters<typeof join>) => {
    const reply = await join(...input);
    return [reply.status, keyOf(reply)];
  };
  expect(await refused(target, [one, open])).toEqual([409, "upload/pieces"]);
  expect(await refused(target, [open, one])).toEqual([409, "upload/pieces"]);
  expect(await refused(`${other}/no.bin`, [one, two])).toEqual([409, "upload/pieces"]);
  expect(await refused(target, [one, one])).toEqual([400, "request/invalid"]);
  expect(await refused(target, ["../../x", two])).toEqual([404, "upload/not-found"]);
  expect(
    await refused(
      target,
      Array.from({ length: 17 }, (_, index) => `x${index}`),
    ),
  ).toEqual([400, "request/invalid"]);
  const somebody = await server.makeUser([folder]);
  expect(await refused(target, [one, two], {}, somebody.token)).toEqual([404, "upload/not-found"]);
  // Nobody knows which bytes are wrong: all are forgotten, and the next try begins anew.
  expect(await refused(target, [one, two], { sha256: sha256(bytes) })).toEqual([460, "upload/checksum"]);
  expect(await refused(target, [one, two])).toEqual([404, "upload/not-found"]);
  expect(readdirSync(dir)).toHaveLength(1);
});

test("a piece becomes part of one file alone, also when two want it at once", async () => {
  const { dir, path: folder } = makeFolder(server);
  for (let round = 0; round < 5; round++) {
    const target = `${folder}/k${round}`;
    const [a, b, c] = [
      await sendPiece(target, Buffer.from("a".repeat(mb))),
      await sendPiece(target, Buffer.from("b".repeat(mb))),
      await sendPiece(target, Buffer.from("c".repeat(mb))),
    ];
    const replies = await Promise.all([join(target, [a, b]), join(target, [c, b]), join(target, [b, c])]);
    const refused = replies.filter(({ status }) => status >= 400);
    expect(refused).toHaveLength(2);
    expect(await server.db.upload.count({ where: { state: { in: ["joining", "placing"] } } })).toBe(0);
  }
  // Beside the pieces that nobody could join.
  expect(readdirSync(dir).filter((name) => name.startsWith("k"))).toHaveLength(5);
});
