import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { expect } from "@playwright/test";
import { limits } from "@/lib/server/base/limits";
import { permissionNames, type Permission } from "@/lib/shared/permissions";
import { basicOf, dav, makeAppPassword, makeDavUser, turnDav } from "../support/dav-client";
import { serverTest as test } from "../support/server-test";

const write = "filecat_file_context_update_upload_created_copy_decompression";
const remove = "filecat_file_delete_cut_rename";
const all = permissionNames.filter((name) => name !== "user_manage" && name !== "role_manage");
const secret = "TOP-SECRET-CONTENT";

/** Every way to change something at a path, with another entry of the same folder. */
function changes(url: string, folder: string, name: string) {
  const destination = `${url}/dav/${folder}/stolen`;
  const patch = { "content-type": "application/x-sabredav-partialupdate", "x-update-range": "append" };
  const set = '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="u">1</x></D:prop></D:set></D:propertyupdate>';
  const lock =
    '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';
  return [
    { method: "PUT", target: `${folder}/${name}`, body: "overwritten" },
    { method: "PUT", target: `${folder}/new.txt`, body: "new" },
    { method: "PUT", target: `${folder}/${name}`, body: "x", headers: { "content-range": "bytes 0-0/*" } },
    { method: "PATCH", target: `${folder}/${name}`, body: "more", headers: patch },
    { method: "MKCOL", target: `${folder}/made` },
    { method: "COPY", target: `${folder}/${name}`, headers: { destination } },
    { method: "MOVE", target: `${folder}/${name}`, headers: { destination } },
    { method: "PROPPATCH", target: `${folder}/${name}`, body: set },
    { method: "LOCK", target: `${folder}/${name}`, body: lock },
    { method: "LOCK", target: `${folder}/unmapped`, body: lock },
    { method: "DELETE", target: `${folder}/${name}` },
  ];
}

const readers: { who: string; permissions: readonly Permission[]; scope: "write" | "read"; read_only?: boolean }[] = [
  { who: "a role without the right to write", permissions: ["file_read", "webdav"], scope: "write" },
  { who: "a folder that may only be read", permissions: all, scope: "read" },
  { who: "a password for reading", permissions: all, scope: "write", read_only: true },
];
for (const { who, permissions, scope, read_only = false } of readers) {
  test(`${who} reads and changes nothing, by any method`, async ({ server, root, tempRoot }) => {
    await turnDav(server, root, true);
    const { dir, path: folder } = tempRoot({ "a.txt": "a" });
    const places = scope === "read" ? { access: [], readOnly: [dir] } : { access: [dir] };
    const user = await makeDavUser(server, root, { permissions, ...places }, { read_only });
    expect((await dav(server, "GET", `${folder}/a.txt`, { as: user })).text).toBe("a");
    for (const { method, target, ...rest } of changes(server.url, folder, "a.txt")) {
      const { status } = await dav(server, method, target, { as: user, ...rest });
      expect.soft([method, target, status]).toEqual([method, target, 403]);
    }
    expect(readdirSync(dir)).toEqual(["a.txt"]);
    expect(readFileSync(path.join(dir, "a.txt"), "utf8")).toBe("a");
  });
}

test("who may only change files appends to what is there and makes none", async ({ server, root, tempRoot }) => {
  await turnDav(server, root, true);
  const { dir, path: folder } = tempRoot({ "a.txt": "a" });
  const permissions = ["file_read", "webdav", "filecat_file_context_update"] as const;
  const as = await makeDavUser(server, root, { permissions, access: [dir] });
  const headers = { "content-type": "application/x-sabredav-partialupdate", "x-update-range": "append" };
  const append = async (name: string) =>
    (await dav(server, "PATCH", `${folder}/${name}`, { as, headers, body: "b" })).status;
  expect(await append("a.txt")).toBe(204);
  expect(await append("new.txt")).toBe(404);
  expect([readFileSync(path.join(dir, "a.txt"), "utf8"), readdirSync(dir)]).toEqual(["ab", ["a.txt"]]);
});

test("each right opens its own methods: without deleting there is no move, and nothing goes away under a copy", async ({
  server,
  root,
  tempRoot,
}) => {
  await turnDav(server, root, true);
  const { dir, path: folder } = tempRoot({ "a.txt": "a", into: { "kept.txt": "kept" }, from: {} });
  const user = await makeDavUser(server, root, { permissions: ["file_read", "webdav", write] });
  const to = (name: string) => ({ destination: `${server.url}/dav/${folder}/${name}` });
  const ask = async (method: string, name: string, headers = {}) =>
    (await dav(server, method, `${folder}/${name}`, { as: user, headers })).status;
  expect(await ask("DELETE", "a.txt")).toBe(403);
  expect(await ask("MOVE", "a.txt", to("b.txt"))).toBe(403);
  expect(await ask("COPY", "from", to("into"))).toBe(403);
  expect(await ask("COPY", "a.txt", to("into"))).toBe(403);
  expect(await ask("COPY", "a.txt", to("c.txt"))).toBe(201);
  const remover = await makeDavUser(server, root, { permissions: ["file_read", "webdav", remove] });
  expect((await dav(server, "PUT", `${folder}/new.txt`, { as: remover, body: "x" })).status).toBe(403);
  expect((await dav(server, "MOVE", `${folder}/c.txt`, { as: remover, headers: to("d.txt") })).status).toBe(201);
  expect(readdirSync(dir).toSorted()).toEqual(["a.txt", "d.txt", "from", "into"]);
  expect(readdirSync(path.join(dir, "into"))).toEqual(["kept.txt"]);
});

const traversals = [
  "../b/s.txt",
  "%2e%2e/b/s.txt",
  "%2E./b/s.txt",
  "..%2fb%2fs.txt",
  "%2e%2e%2fb%2fs.txt",
  "..%5cb%5cs.txt",
  "..\\b\\s.txt",
  "..%00/b/s.txt",
  "%252e%252e/b/s.txt",
  "..%c0%afb/s.txt",
  "./../b/s.txt",
  "//b/s.txt",
  "link-out/s.txt",
  "link-file",
  "link-loop/x",
  "a%00.txt",
  "%zz",
  "．．/b/s.txt",
];

test("nothing outside of the scope is read, written, moved to or told of, by any spelling", async ({
  server,
  root,
  tempRoot,
}) => {
  test.setTimeout(120_000);
  await turnDav(server, root, true);
  const { dir, path: base } = tempRoot({ a: { "own.txt": "own" }, b: { "s.txt": secret } });
  symlinkSync(path.join(dir, "b"), path.join(dir, "a/link-out"));
  symlinkSync(path.join(dir, "b/s.txt"), path.join(dir, "a/link-file"));
  symlinkSync("link-loop", path.join(dir, "a/link-loop"));
  const user = await makeDavUser(server, root, { permissions: all, access: [path.join(dir, "a")] });
  // A password for one place of somebody who sees more: the way out by a link is closed to it as well.
  const bound = await makeAppPassword(server, root, { root: "files" });
  mkdirSync(path.join(server.filesDir, "..", "beside"), { recursive: true });
  writeFileSync(path.join(server.filesDir, "..", "beside/s.txt"), secret);
  symlinkSync(path.join(server.filesDir, "..", "beside"), path.join(dir, "a/to-beside"));
  const before = lstatSync(path.join(dir, "b/s.txt"));
  const inside = `${base}/a`;
  const toHeader = (address: string) => ({ destination: Buffer.from(address).toString("latin1") });
  for (const way of [...traversals.map((one) => `${inside}/${one}`), `${base}/b/s.txt`, `system${dir}/b/s.txt`]) {
    writeFileSync(path.join(dir, "a/own.txt"), "own");
    const answers = [
      await dav(server, "GET", way, { as: user }),
      await dav(server, "PROPFIND", way, { as: user, headers: { depth: "1" } }),
      await dav(server, "COPY", way, { as: user, headers: toHeader(`${server.url}/dav/${inside}/stolen`) }),
      await dav(server, "COPY", `${inside}/own.txt`, { as: user, headers: toHeader(`${server.url}/dav/${way}`) }),
      await dav(server, "MOVE", `${inside}/own.txt`, { as: user, headers: toHeader(`${server.url}/dav/${way}`) }),
      await dav(server, "PUT", way, { as: user, body: "overwritten" }),
    ];
    for (const { status, text } of answers)
      expect.soft([way, status < 500 || status === 502, text.includes(secret)]).toEqual([way, true, false]);
  }
  // Names with a backslash, or encoded twice, are names like others: they stay inside, and what is in them is the caller's.
  for (const entry of readdirSync(path.join(dir, "a"), { withFileTypes: true })) {
    if (entry.isFile()) expect(readFileSync(path.join(dir, "a", entry.name), "utf8")).not.toBe(secret);
  }
  writeFileSync(path.join(dir, "a/own.txt"), "own");
  for (const destination of [
    "http://evil.example/dav/files/x",
    `${server.url}/api/file/files/x`,
    `${server.url}/dav/`,
    "x",
  ]) {
    const { status } = await dav(server, "MOVE", `${inside}/own.txt`, { as: user, headers: { destination } });
    expect.soft([destination, [400, 403, 502].includes(status)]).toEqual([destination, true]);
  }
  expect(
    (
      await dav(server, "MOVE", `${inside}/own.txt`, {
        as: user,
        headers: { destination: "http://evil.example/dav/files/x" },
      })
    ).status,
  ).toBe(502);
  expect((await dav(server, "GET", `${inside}/to-beside/s.txt`, { as: bound })).status).toBe(403);
  expect((await dav(server, "GET", `system${dir}/b/s.txt`, { as: bound })).status).toBe(404);
  const top = await dav(server, "PROPFIND", "", { as: bound, headers: { depth: "1" } });
  expect([...top.text.matchAll(/<D:href>([^<]*)/g)].map(([, href]) => href)).toEqual(["/dav/", "/dav/files/"]);
  const after = lstatSync(path.join(dir, "b/s.txt"));
  expect([after.ino, after.mtimeMs, readdirSync(path.join(dir, "b"))]).toEqual([before.ino, before.mtimeMs, ["s.txt"]]);
  expect(existsSync(path.join(dir, "a/own.txt"))).toBe(true);
});

test("hostile XML and bodies are refused, and the server goes on", async ({ server, root, tempRoot }) => {
  await turnDav(server, root, true);
  const user = await makeAppPassword(server, root);
  const { path: folder } = tempRoot({ "a.txt": "a" });
  const entities = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  ).join("");
  const bodies: [string, number][] = [
    [`<!DOCTYPE x [<!ENTITY l0 "ha">${entities}]><propfind xmlns="DAV:"><prop>&l9;</prop></propfind>`, 400],
    ['<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><prop>&e;</prop></propfind>', 400],
    [`<propfind xmlns="DAV:">${"<prop>".repeat(40_000)}`, 400],
    ["<".repeat(200_000), 400],
    ["x".repeat(10 * 1024 * 1024), 413],
  ];
  for (const method of ["PROPFIND", "PROPPATCH", "LOCK"]) {
    for (const [body, status] of bodies) {
      const answer = await dav(server, method, `${folder}/a.txt`, { as: user, body, headers: { depth: "0" } });
      expect.soft([method, body.slice(0, 20), answer.status]).toEqual([method, body.slice(0, 20), status]);
      expect.soft(answer.text).not.toContain("root:");
    }
  }
  const deep = await dav(server, "PROPFIND", `${folder}/`, { as: user });
  expect([deep.status, deep.text.includes("propfind-finite-depth")]).toEqual([403, true]);
});

test("who reads listings slowly, many at a time, takes no more than their share and holds up nobody", async ({
  server,
  root,
}) => {
  await turnDav(server, root, true);
  mkdirSync(path.join(server.filesDir, "many"));
  for (let index = 0; index < 20_000; index++)
    writeFileSync(path.join(server.filesDir, "many", `${"long".repeat(40)}${index}`), "");
  const [slow, other] = await Promise.all(
    [0, 1].map(() => makeDavUser(server, root, { permissions: ["webdav", "file_read"] })),
  );
  if (slow === undefined || other === undefined) throw new Error("no users");
  const head = `PROPFIND /dav/files/many/ HTTP/1.1\r\nhost: a\r\ndepth: 1\r\nauthorization: ${basicOf(slow)}\r\n\r\n`;
  const sockets = Array.from({ length: 100 }, () => connect(server.port, "127.0.0.1"));
  const begun = new Set<unknown>();
  try {
    for (const socket of sockets) {
      socket.once("data", () => {
        begun.add(socket);
        socket.pause();
      });
      socket.write(head);
    }
    const list = () => dav(server, "PROPFIND", "files/", { as: other, headers: { depth: "1" } });
    for (let times = 0; times < 10; times++) expect((await list()).status).toBe(207);
    // Of a hundred that never read on, sixteen are at work; the others have not even a head.
    await expect.poll(() => begun.size).toBe(limits.listings.atOnce);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
