import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomId } from "@/lib/shared/units";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { forgetActors } from "@/lib/server/session/find-actor";
import { recheckAll } from "@/lib/server/session/recheck";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const largeBytes = 256 * 1024 * 1024;

/** A folder with a file that no socket swallows whole. */
function makeLarge() {
  const made = makeFolder(server);
  writeFileSync(path.join(made.dir, "large.bin"), "");
  truncateSync(path.join(made.dir, "large.bin"), largeBytes);
  return made;
}

/** Begins to read and stops: resolves with whether all of it came, once `proceed` lets it read on. */
function open(address: string, token: string): Promise<{ status: number; readOn: () => Promise<boolean> }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: token };
    const req = request(`${server.url}${address}`, { headers, agent: false }, (res: IncomingMessage) => {
      const readOn = () =>
        new Promise<boolean>((done) => {
          let bytes = 0;
          res.on("data", (part: Buffer) => (bytes += part.length));
          res.on("error", () => {}); // the server broke off: `close` tells
          res.on("close", () => done(bytes === largeBytes));
        });
      resolve({ status: res.statusCode ?? 0, readOn });
    });
    req.on("error", reject);
    req.end();
  });
}

test("a download goes on while its reader may, and breaks off when not", async () => {
  const { dir, path: folder } = makeLarge();
  const user = await server.makeUser([dir]);
  const address = `/api/file/download?file=${folder}/large.bin`;
  const [kept, cut] = [await open(address, user.token), await open(address, user.token)];
  expect([kept.status, cut.status]).toEqual([200, 200]);
  await recheckAll();
  expect(await kept.readOn()).toBe(true);
  await server.db.user.update({ where: { id: user.id }, data: { disabled: true } });
  forgetActors();
  await recheckAll();
  expect(await cut.readOn()).toBe(false);
});

test("a token that was taken away ends what it began; so does a narrower scope", async () => {
  const { dir, path: folder } = makeLarge();
  const address = `/api/file/download?file=${folder}/large.bin`;
  const user = await server.makeUser([dir]);
  const first = await open(address, user.token);
  await server.db.apiToken.deleteMany({ where: { userId: user.id } });
  await recheckAll();
  expect(await first.readOn()).toBe(false);
  const other = await server.makeUser([dir]);
  const second = await open(address, other.token);
  const grants = { access_dirs: ["/elsewhere"], only_read_dirs: [], not_access_dirs: [], auth_list: ["file_read"] };
  await server.db.user.update({ where: { id: other.id }, data: { grants } });
  forgetActors();
  await recheckAll();
  expect(await second.readOn()).toBe(false);
});

test("an upload breaks off with the right to it and gets no name", async () => {
  const { dir, path: folder } = makeFolder(server);
  const user = await server.makeUser([dir]);
  const made = await server.send("POST", "", {
    token: user.token,
    headers: { "upload-length": "10", "upload-metadata": metadataOf({ path: `${folder}/a.bin` }) },
  });
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": "0", "content-length": "10" };
  const id = String(made.headers.location).split("/").at(-1) ?? "";
  const req = request(`${server.url}/api/file/tus/${id}`, {
    method: "PATCH",
    headers: { ...headers, authorization: user.token, "tus-resumable": "1.0.0", expect: "100-continue" },
  });
  // Broken off, or refused where the server had not yet looked who it is.
  const ended = new Promise<void>((resolve) => {
    req.on("error", () => resolve());
    req.on("response", () => resolve());
  });
  await new Promise<void>((resolve) => {
    req.once("continue", resolve);
    req.flushHeaders();
  });
  req.write("12345");
  await server.db.user.update({ where: { id: user.id }, data: { disabled: true } });
  forgetActors();
  await recheckAll();
  await ended;
  expect(readdirSync(dir)).not.toContain("a.bin");
  expect((await server.send("HEAD", id, { token: user.token })).status).toBe(401);
});

test("who revokes a share ends the downloads from it", async () => {
  const { dir, path: folder } = makeLarge();
  const { id: ownerId } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  const [id, link] = [randomId(), randomId()];
  const items = [{ name: "box", path: folder, hostPath: dir }];
  const limits = { max_files: null, max_bytes: null, extensions: [] };
  const data = { id, link, ownerId, title: "box", note: "", items, limits, mode: "download" };
  await server.db.share.create({ data });
  const reader = await open(`/api/share/${link}/file?path=box/large.bin`, "");
  expect(reader.status).toBe(200);
  await server.db.share.delete({ where: { id } });
  await recheckAll();
  expect(await reader.readOn()).toBe(false);
});
