import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

test("of what has ended little is kept, and not of any number", async () => {
  const { path: folder } = makeFolder(server);
  const create = async (target: Record<string, string>) => {
    const headers = { "upload-length": "0", "upload-metadata": metadataOf(target) };
    const { status, headers: answered } = await server.send("POST", "", { headers });
    return { status, id: (answered.location ?? "").replace("/api/file/tus/", "") };
  };
  const first = await create({ path: `${folder}/a`, junk: "x".repeat(9_000) });
  expect(first.status).toBe(201);
  const row = await server.db.upload.findUniqueOrThrow({ where: { id: first.id } });
  expect([row.state, row.metadata, row.place]).toEqual(["done", "", ""]);
  const asked = await server.send("HEAD", first.id);
  expect([asked.status, asked.headers["upload-offset"], asked.headers["upload-length"]]).toEqual([200, "0", "0"]);
  const createdAt = new Date(Date.now() - 3_600_000);
  const old = Array.from({ length: 1_200 }, (_, index) => ({ ...row, id: `old-${index}`, createdAt }));
  await server.db.upload.createMany({ data: old });
  for (let time = 0; time < 50; time++) await create({ path: `${folder}/b`, conflict: "replace" });
  const { ownerKind, ownerId } = row;
  expect(await server.db.upload.count({ where: { ownerKind, ownerId, state: "done" } })).toBeLessThan(1_050);
  expect((await server.send("HEAD", first.id)).status).toBe(200);
});
