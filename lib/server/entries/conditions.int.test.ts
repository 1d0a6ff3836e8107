import { utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

test("a download goes on only while the file is the one that was begun", async () => {
  const { dir, path: folder } = makeFolder(server);
  const file = path.join(dir, "a.bin");
  writeFileSync(file, "0123456789");
  utimesSync(file, 1_000_000, 1_000_000);
  const get = async (headers: Record<string, string>) =>
    (
      await server.send("GET", `/api/file/download?file=${folder}/a.bin`, {
        headers: { range: "bytes=5-", ...headers },
      })
    ).status;
  const { headers } = await server.send("HEAD", `/api/file/download?file=${folder}/a.bin`);
  const etag = String(headers.etag);
  const [at, before] = [1_000_000, 999_999].map((seconds) => new Date(seconds * 1000).toUTCString());
  expect([
    await get({ "if-match": etag }),
    await get({ "if-match": `"other", ${etag}` }),
    await get({ "if-match": "*" }),
    await get({ "if-match": '"other"' }),
    await get({ "if-match": `W/${etag}` }),
    await get({ "if-unmodified-since": at ?? "" }),
    await get({ "if-unmodified-since": before ?? "" }),
    await get({ "if-unmodified-since": "nonsense" }),
  ]).toEqual([206, 206, 206, 412, 412, 206, 412, 206]);
});

test("a part that is not there says how long the file is; another version of tus, which one is spoken", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "a.bin"), "0123456789");
  const part = await server.send("GET", `/api/file/download?file=${folder}/a.bin`, { headers: { range: "bytes=10-" } });
  expect([part.status, part.headers["content-range"]]).toEqual([416, "bytes */10"]);
  const tus = await server.send("PATCH", "none", { headers: { "tus-resumable": "0.2.2" } });
  expect([tus.status, tus.headers["tus-version"]]).toEqual([412, "1.0.0"]);
});
