import { mkdirSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { followMoves } from "@/lib/server/trash/follow-moves";
import { sweepUploads } from "./sweep-uploads";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const ends: Record<string, (location: string) => Promise<unknown>> = {
  cancelled: (location) => server.send("DELETE", location),
  async swept() {
    await server.db.upload.updateMany({ data: { expiresAt: new Date(0) } });
    await sweepUploads(server.db);
  },
};

test.for(Object.keys(ends))(
  "what came of an upload goes with it, though its folder has another name: %s",
  async (way) => {
    const { dir, path: folder } = makeFolder(server);
    const [before, after] = [path.join(dir, "before%"), path.join(dir, "after")];
    mkdirSync(path.join(before, "deep"), { recursive: true });
    const meta = metadataOf({ folder: `${folder}/before%/deep`, filename: "f.txt", conflict: "fail" });
    const given = await server.send("POST", "", { headers: { "upload-length": "1", "upload-metadata": meta } });
    expect(readdirSync(path.join(before, "deep"))).toHaveLength(1);
    renameSync(before, after);
    const log = pino({ level: "silent" });
    await followMoves([{ fromPlace: before, toPlace: after }], { db: server.db, log });
    await ends[way]?.(String(given.headers.location));
    expect([readdirSync(path.join(after, "deep")), await server.db.upload.count()]).toEqual([[], 0]);
  },
);

test("folders that it was moved into are not taken for those that were made for it", async () => {
  const { dir, path: folder } = makeFolder(server);
  const [before, archive] = [path.join(dir, "a/b"), path.join(dir, "archive/2024")];
  for (const place of [before, archive]) mkdirSync(place, { recursive: true });
  const meta = metadataOf({ folder: `${folder}/a/b`, filename: "f.txt", conflict: "fail" });
  await server.send("POST", "", { headers: { "upload-length": "1", "upload-metadata": meta } });
  await server.db.upload.updateMany({ data: { madeFolders: 3 } });
  renameSync(before, path.join(archive, "b"));
  const moved = [{ fromPlace: before, toPlace: path.join(archive, "b") }];
  await followMoves(moved, { db: server.db, log: pino({ level: "silent" }) });
  await server.db.upload.updateMany({ data: { expiresAt: new Date(0) } });
  await sweepUploads(server.db);
  expect([readdirSync(archive), await server.db.upload.count()]).toEqual([[], 0]);
});
