import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { getApp } from "@/lib/server/runtime/app";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

async function post(user: { token: string }, address: string, body: object) {
  const reply = await server.send("POST", `/api/${address}`, {
    token: user.token,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await getApp().audit.flush();
  return reply.status;
}

test("who deletes much at once has a line of each file, and of what is taken from the trash as well", async () => {
  const { dir, path: folder } = makeFolder(server);
  const user = await server.makeUser([dir], ["file_read", "filecat_file_delete_cut_rename", "recycle_file_save"]);
  const names = [...Array.from({ length: 20 }, (_, at) => `junk${at}`), "victim.txt"];
  for (const name of names) writeFileSync(path.join(dir, name), "");
  const files = names.map((name) => `${folder}/${name}`);
  expect(await post(user, "file/delete", { files, permanent: false })).toBe(200);
  const lines = () => server.db.audit.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } });
  const deleted = await lines();
  expect(deleted.map(({ target }) => target)).toEqual(files);
  expect(new Set(deleted.map(({ requestId }) => requestId)).size).toBe(1);

  await expect.poll(() => server.db.trash.count({ where: { state: "there", ownerId: user.id } })).toBe(21);
  const ids = (await server.db.trash.findMany({ where: { ownerId: user.id } })).map(({ id }) => id);
  expect(await post(user, "trash/delete", { ids })).toBe(200);
  const purged = (await lines()).slice(21);
  expect(purged.map(({ target }) => target).toSorted()).toEqual(files.toSorted());
});

test("what is refused is told as well, in few lines", async () => {
  const { dir } = makeFolder(server);
  const user = await server.makeUser([dir], ["file_read"]);
  const files = Array.from({ length: 3_000 }, (_, at) => `files/none/${"x".repeat(100)}${at}`);
  expect(await post(user, "file/delete", { files, permanent: true })).toBe(403);
  const lines = await server.db.audit.findMany({ where: { userId: user.id } });
  expect(lines.length).toBeLessThanOrEqual(11);
});
