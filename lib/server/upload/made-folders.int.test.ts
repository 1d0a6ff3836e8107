import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { sweepUploads } from "./sweep-uploads";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

test("folders that were made for a user's upload go with it, unless something else has come into them", async () => {
  const { dir, path: folder } = makeFolder(server);
  const begin = (into: string) => {
    const meta = metadataOf({ folder: `${folder}/${into}`, filename: "f.txt", parents: "true", conflict: "fail" });
    return server.send("POST", "", { headers: { "upload-length": "1", "upload-metadata": meta } });
  };
  const given = await begin("a/b/c");
  expect([given.status, readdirSync(dir)]).toEqual([201, ["a"]]);
  expect((await server.send("DELETE", String(given.headers.location))).status).toBe(204);
  expect(readdirSync(dir)).toEqual([]);

  expect((await begin("a/b/c")).status).toBe(201);
  writeFileSync(path.join(dir, "a", "other.txt"), "");
  await server.db.upload.updateMany({ data: { expiresAt: new Date(0) } });
  await sweepUploads(server.db);
  expect([readdirSync(dir), readdirSync(path.join(dir, "a"))]).toEqual([["a"], ["other.txt"]]);
});

test("a folder that somebody made anew under the name stays, whether the upload is cancelled or swept", async () => {
  const { dir, path: folder } = makeFolder(server);
  const ways: Record<string, (location: string) => Promise<unknown>> = {
    cancelled: (location) => server.send("DELETE", location),
    async swept() {
      await server.db.upload.updateMany({ data: { expiresAt: new Date(0) } });
      await sweepUploads(server.db);
    },
  };
  for (const [way, end] of Object.entries(ways)) {
    const meta = metadataOf({ folder: `${folder}/${way}/b`, filename: "f.txt", parents: "true", conflict: "fail" });
    const given = await server.send("POST", "", { headers: { "upload-length": "1", "upload-metadata": meta } });
    expect(given.status).toBe(201);
    renameSync(path.join(dir, way), path.join(dir, `${way} away`));
    await wait(20); // clocks of disks go by some milliseconds
    mkdirSync(path.join(dir, way, "b"), { recursive: true });
    await end(String(given.headers.location));
    expect([readdirSync(path.join(dir, way)), await server.db.upload.count()]).toEqual([["b"], 0]);
  }
});
