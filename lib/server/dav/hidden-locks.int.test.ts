import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { hashToken } from "@/lib/server/base/keys";
import { davSetting } from "./dav-setting";
import { serveDav } from "./serve-dav";

let server: TusServer;
let url: string;
const http = createServer((req, res) => {
  const { pathname, search } = new URL(req.url ?? "/", "http://x");
  void serveDav(req, res, { pathname, search });
});
beforeAll(async () => {
  server = await startTusServer();
  await davSetting.save(server.db, { on: true });
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/dav/`; // a port, not a pipe
});
afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => {
    http.close(resolve);
  });
  await server.close();
});

const rights: Permission[] = [
  "webdav",
  "file_read",
  "filecat_file_context_update",
  "filecat_file_delete_cut_rename",
  "filecat_file_context_update_upload_created_copy_decompression",
];

async function client(dir: string, denied: readonly string[] = []) {
  const id = randomId();
  const grants = { access_dirs: [dir], only_read_dirs: [], not_access_dirs: [...denied], auth_list: rights };
  await server.db.user.create({ data: { id, username: id, passwordHash: "", grants, preferences: {} } });
  const secret = randomId(30);
  const password = {
    id: randomId(),
    userId: id,
    name: "x",
    secretHash: hashToken(secret),
    root: null,
    readOnly: false,
  };
  await server.db.appPassword.create({ data: password });
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  return async (method: string, target: string, headers: Record<string, string> = {}, body?: string) => {
    const sent = body === undefined ? {} : { body };
    const answer = await fetch(`${url}${target}`, { method, headers: { authorization, ...headers }, ...sent });
    await answer.arrayBuffer();
    return { status: answer.status, token: answer.headers.get("lock-token") ?? "" };
  };
}

const exclusive =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';
const deep = { depth: "infinity" };

test("a lock in a denied folder is not told by a deep one above, nor loses its hold by it", async () => {
  const { dir, path: folder } = makeFolder(server);
  for (const name of ["a/secret", "a/open"]) mkdirSync(path.join(dir, name), { recursive: true });
  for (const name of ["a/secret/plan", "a/open/note"]) writeFileSync(path.join(dir, name), "old");
  const insider = await client(dir);
  const outsider = await client(dir, [path.join(dir, "a/secret")]);

  const held = await insider("LOCK", `${folder}/a/secret/plan`, {}, exclusive);
  expect(held.status).toBe(200);
  const over = await outsider("LOCK", `${folder}/a`, deep, exclusive);
  expect(over.status).toBe(200);
  // Who held it first goes on.
  const ifHeld = { if: `(${held.token})` };
  expect((await insider("PUT", `${folder}/a/secret/plan`, ifHeld, "new")).status).toBe(204);
  expect(readFileSync(path.join(dir, "a/secret/plan"), "utf8")).toBe("new");
  const elsewhere = { if: `<${url}${folder}/a/secret/plan> (${held.token})` };
  expect((await insider("PUT", `${folder}/a/open/note`, elsewhere, "new")).status).toBe(423);
  expect((await outsider("UNLOCK", `${folder}/a`, { "lock-token": over.token })).status).toBe(204);

  // One that the caller sees stands against it as before, and one that is not held by oneself does not go past another's.
  const seen = await insider("LOCK", `${folder}/a/open/note`, {}, exclusive);
  expect(seen.status).toBe(200);
  expect((await outsider("LOCK", `${folder}/a`, deep, exclusive)).status).toBe(423);
  expect((await outsider("DELETE", `${folder}/a`)).status).toBe(423);
  expect((await insider("UNLOCK", `${folder}/a/open/note`, { "lock-token": seen.token })).status).toBe(204);
});

test("deleting a folder says the same whether a lock is held in a denied one in it or not", async () => {
  const [answers, held]: [number[], number[]] = [[], []];
  for (const isHeld of [false, true]) {
    const { dir, path: folder } = makeFolder(server);
    mkdirSync(path.join(dir, "a/secret"), { recursive: true });
    writeFileSync(path.join(dir, "a/secret/plan"), "old");
    const [insider, outsider] = [await client(dir), await client(dir, [path.join(dir, "a/secret")])];
    if (isHeld) held.push((await insider("LOCK", `${folder}/a/secret/plan`, {}, exclusive)).status);
    answers.push((await outsider("DELETE", `${folder}/a`)).status);
    expect(readFileSync(path.join(dir, "a/secret/plan"), "utf8")).toBe("old");
  }
  expect(held).toEqual([200]);
  expect(answers[1]).toBe(answers[0]);
});
