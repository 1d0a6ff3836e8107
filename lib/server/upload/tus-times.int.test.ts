import { statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const body = Buffer.from("bytes");

test.each([
  ["Windows' zero date", -11_644_473_600_000],
  ["1960", -315_619_200_000],
  ["2106", 4_294_967_296_000],
  ["9999", 253_402_300_799_000],
])("a file of %s is taken, with that time or the nearest that the disk has", async (name, mtimeMs) => {
  const { dir, path: folder } = makeFolder(server);
  const probe = path.join(dir, "probe");
  writeFileSync(probe, "");
  utimesSync(probe, new Date(mtimeMs), new Date(mtimeMs));
  const metadata = metadataOf({ path: `${folder}/old.bin`, mtime: String(mtimeMs) });
  const created = await server.send("POST", "", {
    headers: { "upload-length": String(body.length), "upload-metadata": metadata },
  });
  expect([name, created.status]).toEqual([name, 201]);
  const id = (created.headers.location ?? "").replace("/api/file/tus/", "");
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  expect((await server.send("PATCH", id, { body, headers })).status).toBe(204);
  expect(statSync(path.join(dir, "old.bin")).mtimeMs).toBe(statSync(probe).mtimeMs);
});
