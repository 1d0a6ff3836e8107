import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { hashToken } from "@/lib/server/base/keys";
import { endSessions } from "@/lib/server/session/end-sessions";
import { forgetActors } from "@/lib/server/session/find-actor";
import { dropEndedLocks } from "./drop-ended-locks";
import { loadLocks } from "./locks";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
  await server.turnDav();
});
afterAll(() => server.close());

const write: Permission = "filecat_file_context_update_upload_created_copy_decompression";
const lockinfo = `<?xml version="1.0"?><lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>`;

async function client(dir: string) {
  const { id } = await server.makeUser([dir], ["webdav", "file_read", "filecat_file_context_update", write]);
  const secret = randomId(30);
  const password = { id: randomId(), userId: id, name: "x", root: null, readOnly: false };
  await server.db.appPassword.create({ data: { ...password, secretHash: hashToken(secret) } });
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const send = async (method: string, target: string, body: string) =>
    (await fetch(`${server.url}/dav/${target}`, { method, headers: { authorization }, body })).status;
  return { id, send };
}

const ways: readonly [string, (id: string) => Promise<unknown>][] = [
  [
    "disabled",
    async (id) => {
      await server.db.user.update({ where: { id }, data: { disabled: true } });
      await endSessions(server.db, { userId: id }, "disabled");
    },
  ],
  [
    "deleted",
    async (id) => {
      await server.db.user.delete({ where: { id } });
      forgetActors();
    },
  ],
  [
    "kept from WebDAV",
    async (id) => {
      await server.db.user.update({ where: { id }, data: { grants: { auth_list: ["file_read"] } } });
      forgetActors();
    },
  ],
  [
    "disabled before a start",
    async (id) => {
      await server.db.user.update({ where: { id }, data: { disabled: true } });
      await loadLocks(server.db);
      await dropEndedLocks(server.db);
    },
  ],
];

test.each(ways)("lets go of what somebody has locked who is %s, and of nobody else's", async (_, end) => {
  const { dir, path } = makeFolder(server);
  const [gone, other] = [await client(dir), await client(dir)];
  expect(await gone.send("PUT", `${path}/a.txt`, "1")).toBe(201);
  expect(await gone.send("LOCK", `${path}/a.txt`, lockinfo)).toBe(200);
  expect(await other.send("LOCK", `${path}/own.txt`, lockinfo)).toBe(201);
  expect(await other.send("PUT", `${path}/a.txt`, "2")).toBe(423);
  await end(gone.id);
  await expect.poll(() => other.send("PUT", `${path}/a.txt`, "2")).toBe(204);
  await expect.poll(() => server.db.davLock.count({ where: { userId: gone.id } })).toBe(0);
  expect(await server.db.davLock.count({ where: { userId: other.id } })).toBe(1);
});
