import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { tryBind } from "@/lib/server/storage/conformance/mounts";

// The thread of 7-Zip has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const version = readFileSync("/proc/version", "utf8");

test("a file without a size is downloaded, shown, and packed as what is in it", async ({ skip }) => {
  const { dir, path: folder } = makeFolder(server);
  const bound = tryBind("/proc", path.join(dir, "proc"));
  if ("reason" in bound) {
    skip(bound.reason);
    return;
  }
  onTestFinished(() => bound.unmount());
  const file = `${folder}/proc/version`;
  const download = await server.send("GET", `/api/file/download?file=${file}`, { headers: { range: "bytes=2-3" } });
  // Nothing tells whether a part of it belongs to one that came before.
  expect([download.status, download.body.toString()]).toEqual([200, version]);
  expect(download.headers).toMatchObject({ "content-length": String(version.length), "accept-ranges": "none" });
  expect(download.headers).not.toHaveProperty("etag");
  const shown = await server.send("GET", `/api/file/${file}`);
  expect(JSON.parse(shown.body.toString())).toMatchObject({ data: { size: version.length, context: version } });
  for (const [format, read] of [
    ["zip", ["unzip", "-p"]],
    ["tar", ["tar", "-xOf"]],
  ] as const) {
    const packed = await server.send("GET", `/api/file/download?file=${file}&format=${format}`);
    const archive = path.join(dir, `made.${format}`);
    writeFileSync(archive, packed.body);
    expect(execFileSync(read[0], [read[1], archive], { encoding: "utf8" })).toBe(version);
  }
});
