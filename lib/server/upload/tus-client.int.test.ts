import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

// The end-to-end cases of tus-js-client, with the client itself, and what else its documentation promises of a server.

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const hello = Buffer.from("hello world");
const metadata = { nonlatin: "słońce", number: "100", filename: "hello.txt", filetype: "text/plain" };

function upload(folder: string, data: Buffer, options: Partial<UploadOptions> = {}): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const one = new Upload(data, {
      endpoint: `${server.url}/api/file/tus?folder=${folder}&conflict=replace`,
      headers: { authorization: server.rootToken },
      metadata,
      retryDelays: [0, 50, 100],
      ...options,
      onSuccess: () => resolve(one),
      onError: reject,
    });
    one.start();
  });
}

const get = (url: string | null, init: RequestInit = {}) =>
  fetch(url ?? "", { ...init, headers: { authorization: server.rootToken, "tus-resumable": "1.0.0" } });

async function expectStored(one: Upload): Promise<void> {
  const content = await get(one.url);
  expect([content.status, await content.text()]).toEqual([200, "hello world"]);
  const head = await get(one.url, { method: "HEAD" });
  expect([head.status, head.headers.get("tus-resumable")]).toEqual([200, "1.0.0"]);
  expect([head.headers.get("upload-offset"), head.headers.get("upload-length")]).toEqual(["11", "11"]);
  const pairs = head.headers.get("upload-metadata")?.split(",") ?? [];
  expect(pairs.toSorted()).toEqual(
    ["filename aGVsbG8udHh0", "filetype dGV4dC9wbGFpbg==", "nonlatin c8WCb8WEY2U=", "number MTAw"].toSorted(),
  );
  expect(await head.text()).toBe("");
}

test("uploads, tells about it, and forgets it on termination", async () => {
  const { dir, path: folder } = makeFolder(server);
  const one = await upload(folder, hello);
  await expectStored(one);
  expect(readFileSync(path.join(dir, "hello.txt"), "utf8")).toBe("hello world");
  await one.abort(true);
  expect((await get(one.url)).status).toBe(404);
});

test("uploads with the creation", async () => {
  const { path: folder } = makeFolder(server);
  const one = await upload(folder, hello, { uploadDataDuringCreation: true });
  expect(one.url).toContain("/api/file/tus/");
  await expectStored(one);
});

test.each([
  ["in chunks", { chunkSize: 100_000 }],
  ["with the method in a header", { chunkSize: 400_000, overridePatchMethod: true }],
  ["without saying the length first", { chunkSize: 100_000, uploadLengthDeferred: true }],
])("uploads %s", async (_, options) => {
  const { dir, path: folder } = makeFolder(server);
  const data = Buffer.alloc(1_000_001, "abcdefg");
  await upload(folder, data, options);
  expect(readFileSync(path.join(dir, "hello.txt")).equals(data)).toBe(true);
});

test("goes on at the address of an upload that was broken off", async () => {
  const { dir, path: folder } = makeFolder(server);
  const data = Buffer.alloc(500_000, "xyz");
  let url: string | null = null;
  await new Promise<void>((resolve) => {
    const first = new Upload(data, {
      endpoint: `${server.url}/api/file/tus?folder=${folder}`,
      headers: { authorization: server.rootToken },
      metadata,
      chunkSize: 100_000,
      onChunkComplete: (_, sent) => {
        if (sent < 200_000) return;
        ({ url } = first);
        void first.abort().then(resolve); // fails the test by never resolving
      },
    });
    first.start();
  });
  expect(readdirSync(dir)).not.toContain("hello.txt");
  const again = await upload(folder, data, { uploadUrl: url });
  expect(again.url).toBe(url);
  expect(readFileSync(path.join(dir, "hello.txt")).equals(data)).toBe(true);
});

test("creates anew where the upload is gone", async () => {
  const { dir, path: folder } = makeFolder(server);
  const data = Buffer.alloc(200_000, "q");
  const gone = await upload(folder, data);
  await server.db.upload.deleteMany({ where: {} });
  const again = await upload(folder, data, { uploadUrl: gone.url });
  expect(again.url).not.toBe(gone.url);
  expect(readdirSync(dir)).toEqual(["hello.txt"]);
});

test("removes an unfinished upload", async () => {
  const { dir, path: folder } = makeFolder(server);
  await new Promise<void>((resolve, reject) => {
    const one = new Upload(Buffer.alloc(500_000), {
      endpoint: `${server.url}/api/file/tus?folder=${folder}`,
      headers: { authorization: server.rootToken },
      metadata,
      chunkSize: 100_000,
      onChunkComplete: () => {
        one.abort(true).then(resolve, reject);
      },
      onError: reject,
    });
    one.start();
  });
  expect(readdirSync(dir)).toEqual([]);
});
