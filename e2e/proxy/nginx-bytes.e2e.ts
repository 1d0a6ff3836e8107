import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { AuditEntry } from "@/lib/contracts/audit";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startNginx, type Proxy } from "../support/start-proxy";

const text = "0123456789".repeat(1000);

type Wish = { session?: Session; headers?: Record<string, string>; localAddress?: string; method?: string };

function open(port: number, target: string, wish: Wish = {}): { req: ClientRequest; answer: Promise<IncomingMessage> } {
  const { session, headers, method = "GET", ...rest } = wish;
  const auth = session === undefined ? {} : { cookie: session.cookie, authorization: session.token };
  const req = request({ host: "127.0.0.1", port, path: target, method, headers: { ...auth, ...headers }, ...rest });
  const answer = new Promise<IncomingMessage>((resolve, reject) => req.once("response", resolve).once("error", reject));
  return { req, answer };
}

async function get(port: number, target: string, wish: Wish = {}) {
  const { req, answer } = open(port, target, wish);
  req.end();
  const response = await answer;
  const chunks: Buffer[] = [];
  for await (const chunk of response) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
}

/** nginx's own form: time and size, in hexadecimal. */
function nginxEtag(file: string): string {
  const { mtimeMs, size } = statSync(file);
  return `"${Math.floor(mtimeMs / 1000).toString(16)}-${size.toString(16)}"`;
}

async function startBoth(example: string, server: Filedeck, changes = {}): Promise<Proxy> {
  return startNginx({ example, changes: { "127.0.0.1:8480": `127.0.0.1:${server.port}`, ...changes } });
}

test("with FILEDECK_ACCEL nginx sends the bytes, ranges included, and Filedeck still decides who gets them", async () => {
  const accel = "/_filedeck/srv";
  // The folder is known once the server has made it.
  const first = await startFiledeck();
  await first.stop();
  const env = { FILEDECK_ACCEL: `${first.filesDir}=${accel}`, FILEDECK_TRUSTED_PROXIES: "127.0.0.1" };
  const server = await startFiledeck({ workDir: first.workDir, env });
  const proxy = await startBoth("accel.conf", server, {
    "alias /srv/;": `alias ${server.filesDir}/;`,
    "from=/srv/;": `from=${server.filesDir}/;`,
  });
  const file = path.join(server.filesDir, "a ü%#.html");
  writeFileSync(file, text);
  const name = encodeURIComponent("a ü%#.html");
  const session = await signIn(server);
  const target = `/api/file/download?file=files/${name}`;

  const whole = await get(proxy.port, target, { session });
  expect([whole.status, whole.body === text, whole.headers.etag]).toEqual([200, true, nginxEtag(file)]);
  expect(whole.headers["x-accel-redirect"]).toBeUndefined();
  expect(whole.headers["content-disposition"]).toMatch(/^attachment/);
  expect(whole.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  expect(whole.headers["x-content-type-options"]).toBe("nosniff");
  const part = await get(proxy.port, target, { session, headers: { range: "bytes=5-14" } });
  const range = `bytes 5-14/${text.length}`;
  expect([part.status, part.body, part.headers["content-range"]]).toEqual([206, "5678901234", range]);
  const same = await get(proxy.port, target, { session, headers: { "if-none-match": nginxEtag(file) } });
  expect(same.status).toBe(304);

  // Whoever is not let in learns nothing, also not by asking nginx for its own place.
  expect((await get(proxy.port, target)).status).toBe(401);
  expect((await get(proxy.port, `${accel}/${name}`, { session })).status).toBe(404);
  expect((await get(proxy.port, "/api/file/download?file=files/none", { session })).status).toBe(404);
  mkdirSync(path.join(server.filesDir, "shut"));
  writeFileSync(path.join(server.filesDir, "shut", "secret"), "secret");
  symlinkSync("/etc/passwd", path.join(server.filesDir, "link"));
  const deny = [path.join(server.filesDir, "shut")];
  const user = await signIn(server, await makeUser(server, session, { permissions: ["file_read"], deny }));
  const refused = await get(proxy.port, "/api/file/download?file=files/shut/secret", { session: user });
  expect([refused.status, refused.body.includes("secret")]).toEqual([404, false]);
  const link = await get(proxy.port, "/api/file/download?file=files/link", { session: user });
  expect([link.status, link.body.includes("root:")]).toEqual([403, false]);
  const nobody = await signIn(server, await makeUser(server, session, { permissions: [] }));
  expect((await get(proxy.port, target, { session: nobody })).status).toBe(403);

  // Past nginx, from an address that is no proxy's, Filedeck sends the bytes itself.
  const direct = await get(server.port, target, { session, localAddress: "127.0.0.2" });
  expect([direct.status, direct.body === text, direct.headers["x-accel-redirect"]]).toEqual([200, true, undefined]);
  await proxy.stop();
  await server.remove();
});

test("uploads pass nginx while they come, and the audit log has the visitor's address", async () => {
  const server = await startFiledeck({ env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
  const proxy = await startBoth("host.conf", server);
  const session = await signIn({ url: `http://127.0.0.1:${proxy.port}` });
  const { req, answer } = open(proxy.port, "/api/file/files/slow.bin", {
    session,
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    localAddress: "127.0.0.3",
  });
  const half = Buffer.alloc(8_000_000, "x");
  req.write(half);
  // The first half is on the disk before the second is sent: nothing on the way collects it.
  const arrived = () =>
    readdirSync(server.filesDir)
      .filter((name) => name.endsWith(".part"))
      .reduce((sum, name) => sum + statSync(path.join(server.filesDir, name)).size, 0);
  await expect.poll(arrived).toBeGreaterThan(6_000_000);
  req.end(half);
  const response = await answer;
  response.resume();
  expect([response.statusCode, statSync(path.join(server.filesDir, "slow.bin")).size]).toEqual([200, 16_000_000]);

  const lastUpload = async () => {
    const { answer: audit } = await call<{ entries: AuditEntry[] }>(server, "audit/list", { session });
    return audit.data.entries.find(({ action }) => action.startsWith("PUT file/"));
  };
  await expect.poll(async () => (await lastUpload())?.address).toBe("127.0.0.3");
  await proxy.stop();
  await server.remove();
});
