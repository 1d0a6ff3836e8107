import { createHash } from "node:crypto";
import { chmodSync, readFileSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request, type ClientRequest } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatReprDigest } from "./tus-headers";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { sweepUploads } from "./sweep-uploads";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const offsetType = { "content-type": "application/offset+octet-stream" };
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 251));
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const sum = (data: Buffer, algorithm = "sha256") =>
  `${algorithm} ${createHash(algorithm).update(data).digest("base64")}`;
const keyOf = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as { error: string }).error;

async function create(target: Record<string, string>, headers: Record<string, string> = {}, token?: string) {
  const reply = await server.send("POST", "", {
    headers: { "upload-length": String(bytes.length), "upload-metadata": metadataOf(target), ...headers },
    ...(token === undefined ? {} : { token }),
  });
  return { ...reply, id: (reply.headers.location ?? "").replace("/api/file/tus/", "") };
}

function patch(id: string, offset: number, body: Buffer, headers: Record<string, string> = {}) {
  return server.send("PATCH", id, { body, headers: { ...offsetType, "upload-offset": String(offset), ...headers } });
}

/** Promises all that is left, sends a part and keeps silent. */
function hold(id: string, offset: number, body: Buffer): ClientRequest {
  const own = { authorization: server.rootToken, "tus-resumable": "1.0.0", ...offsetType };
  const left = { "upload-offset": String(offset), "content-length": String(bytes.length - offset) };
  const open = request(`${server.url}/api/file/tus/${id}`, { method: "PATCH", headers: { ...own, ...left } });
  open.on("error", () => {});
  open.write(body);
  return open;
}

test("says what it knows, also to those without a session", async () => {
  const reply = await server.send("OPTIONS", "", { token: "", headers: { "tus-resumable": "" } });
  expect([reply.status, reply.headers["tus-version"], reply.headers["tus-checksum-algorithm"]]).toEqual([
    204,
    "1.0.0",
    "sha256,sha1",
  ]);
  expect(reply.headers["tus-extension"]?.toString().split(",")).toEqual(
    expect.arrayContaining(["creation", "creation-with-upload", "termination", "checksum", "expiration"]),
  );
});

test("a file arrives in pieces, unseen until it is whole, with its time", async () => {
  const { dir, path: folder } = makeFolder(server);
  const created = await create({ path: `${folder}/ä b.bin`, mtime: "1000000000000", filetype: "x/y" });
  expect([created.status, created.headers["tus-resumable"], created.headers["upload-offset"]]).toEqual([
    201,
    "1.0.0",
    "0",
  ]);
  expect(Date.parse(String(created.headers["upload-expires"]))).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  const first = await patch(created.id, 0, bytes.subarray(0, 100_000), {
    "upload-checksum": sum(bytes.subarray(0, 100_000)),
  });
  expect([first.status, first.headers["upload-offset"]]).toEqual([204, "100000"]);
  const listing = await server.send("GET", `/api/file/${folder}`);
  expect((JSON.parse(listing.body.toString()) as { data: { files: unknown[] } }).data.files).toEqual([]);
  const part = readdirSync(dir)[0] ?? "";
  expect((await server.send("GET", `/api/file/download?file=${folder}/${part}`)).status).toBe(404);
  const asked = await server.send("HEAD", created.id);
  expect([asked.status, asked.headers["upload-offset"], asked.headers["upload-length"]]).toEqual([
    200,
    "100000",
    "300000",
  ]);
  expect(asked.headers["cache-control"]).toBe("no-store");
  expect(asked.headers["upload-metadata"]).toContain("filetype eC95");
  const last = await patch(created.id, 100_000, bytes.subarray(100_000));
  expect([last.status, last.headers["upload-offset"]]).toEqual([204, "300000"]);
  expect(last.headers["upload-path"]).toBe(`${folder}/%C3%A4%20b.bin`);
  expect(readdirSync(dir)).toEqual(["ä b.bin"]);
  const file = path.join(dir, "ä b.bin");
  expect([readFileSync(file).equals(bytes), statSync(file).mtimeMs]).toEqual([true, 1_000_000_000_000]);
  // Whoever missed the last answer is told the same again.
  expect((await server.send("HEAD", created.id)).headers["upload-offset"]).toBe("300000");
  expect((await patch(created.id, 300_000, Buffer.alloc(0))).status).toBe(204);
});

test("what came before a connection broke stays, and the sum of the whole is still right", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { id } = await create({ path: `${folder}/cut.bin`, sha256: sha256(bytes) });
  const part = path.join(dir, readdirSync(dir)[0] ?? "");
  let offset = 0;
  for (let cuts = 0; cuts < 5; cuts++) {
    const open = hold(id, offset, bytes.subarray(offset, offset + 50_000));
    await expect.poll(() => statSync(part).size, { interval: 5 }).toBeGreaterThanOrEqual(offset);
    open.destroy();
    const before = offset;
    // Whatever the server read before the plug was pulled counts, and never more than was sent.
    offset = Number((await server.send("HEAD", id)).headers["upload-offset"]);
    expect(offset).toBeGreaterThanOrEqual(before);
    expect(readFileSync(part).equals(bytes.subarray(0, offset))).toBe(true);
  }
  expect((await patch(id, offset, bytes.subarray(offset))).status).toBe(204);
  expect(readFileSync(path.join(dir, "cut.bin")).equals(bytes)).toBe(true);
});

test("a wrong sum cuts the chunk back and nothing else; sha1 is taken too", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { id } = await create({ path: `${folder}/sum.bin`, sha256: "" });
  const [one, two] = [bytes.subarray(0, 1000), bytes.subarray(1000)];
  expect((await patch(id, 0, one, { "upload-checksum": sum(one, "sha1") })).status).toBe(204);
  const wrong = await patch(id, 1000, two, { "upload-checksum": sum(one) });
  expect([wrong.status, keyOf(wrong)]).toEqual([460, "upload/checksum"]);
  expect((await server.send("HEAD", id)).headers["upload-offset"]).toBe("1000");
  expect(keyOf(await patch(id, 1000, two, { "upload-checksum": "md5 AAAA" }))).toBe("upload/checksum-algorithm");
  // The sum of the whole was announced: without it the file gets no name.
  expect((await patch(id, 1000, two)).status).toBe(204);
  expect(readdirSync(dir)).not.toContain("sum.bin");
  const last = await patch(id, bytes.length, Buffer.alloc(0), { "repr-digest": formatReprDigest(sha256(bytes)) });
  expect([last.status, last.headers["repr-digest"]]).toEqual([204, formatReprDigest(sha256(bytes))]);
  expect(readFileSync(path.join(dir, "sum.bin")).equals(bytes)).toBe(true);
});

test("a wrong sum of the whole begins anew", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { id } = await create({ path: `${folder}/whole.bin`, sha256: sha256(bytes) });
  const spoilt = Buffer.from(bytes);
  spoilt[5] = 255;
  expect((await patch(id, 0, spoilt)).status).toBe(460);
  expect((await server.send("HEAD", id)).headers["upload-offset"]).toBe("0");
  expect((await patch(id, 0, bytes)).status).toBe(204);
  expect(readdirSync(dir)).toEqual(["whole.bin"]);
});

test("creation takes the first bytes, an empty file, and a length that is told later", async () => {
  const { dir, path: folder } = makeFolder(server);
  const withBytes = await server.send("POST", `/api/file/tus?folder=${folder}`, {
    body: bytes,
    headers: {
      ...offsetType,
      "upload-length": String(bytes.length),
      "upload-metadata": metadataOf({ filename: "at-once.bin" }),
    },
  });
  expect([withBytes.status, withBytes.headers["upload-offset"]]).toEqual([201, "300000"]);
  expect((await create({ path: `${folder}/empty` }, { "upload-length": "0" })).status).toBe(201);
  const headers = { "upload-defer-length": "1", "upload-metadata": metadataOf({ path: `${folder}/later` }) };
  const open = await server.send("POST", "", { headers });
  const id = String(open.headers.location).replace("/api/file/tus/", "");
  expect((await patch(id, 0, bytes.subarray(0, 10))).status).toBe(204);
  expect((await server.send("HEAD", id)).headers["upload-defer-length"]).toBe("1");
  expect((await patch(id, 10, bytes.subarray(10), { "upload-length": "300000" })).status).toBe(204);
  expect(readdirSync(dir).toSorted()).toEqual(["at-once.bin", "empty", "later"]);
  expect(statSync(path.join(dir, "empty")).size).toBe(0);
});

test("refuses what the protocol refuses", async () => {
  const { path: folder } = makeFolder(server);
  const target = { path: `${folder}/a` };
  const version = await create(target, { "tus-resumable": "0.2.2" });
  expect([version.status, keyOf(version), version.headers["tus-resumable"]]).toEqual([412, "upload/version", "1.0.0"]);
  expect(keyOf(await create(target, { "upload-length": "-1" }))).toBe("upload/length");
  expect((await create({})).status).toBe(400);
  expect((await create(target, { "upload-metadata": "path ###" })).status).toBe(400);
  expect((await create(target, { "upload-length": "999999999999999" })).status).toBe(507);
  const { id } = await create(target);
  expect((await server.send("PATCH", id, { body: "x", headers: { "upload-offset": "0" } })).status).toBe(415);
  expect((await patch(id, 1, bytes.subarray(1))).status).toBe(409);
  expect((await patch(id, 0, Buffer.concat([bytes, bytes]))).status).toBe(413);
  expect((await patch("unknown", 0, bytes)).status).toBe(404);
  const overridden = await server.send("POST", id, {
    body: bytes,
    headers: { ...offsetType, "upload-offset": "0", "x-http-method-override": "PATCH" },
  });
  expect(overridden.status).toBe(204);
});

test("termination removes what came; another user's upload is not found", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { id } = await create({ path: `${folder}/mine` });
  await patch(id, 0, bytes.subarray(0, 5));
  const other = await server.makeUser([server.filesDir]);
  for (const method of ["HEAD", "DELETE"])
    expect((await server.send(method, id, { token: other.token })).status).toBe(404);
  const headers = { ...offsetType, "upload-offset": "5" };
  expect((await server.send("PATCH", id, { token: other.token, body: "x", headers })).status).toBe(404);
  const listOf = async (token: string) =>
    JSON.parse((await server.send("GET", "", { token })).body.toString()) as { data: { uploads: { id: string }[] } };
  expect((await listOf(other.token)).data.uploads).toEqual([]);
  expect((await listOf(server.rootToken)).data.uploads.find((one) => one.id === id)).toMatchObject({
    folder,
    name: "mine",
    offset: 5,
    size: 300_000,
  });
  expect((await server.send("DELETE", id)).status).toBe(204);
  expect(readdirSync(dir)).toEqual([]);
  expect((await server.send("HEAD", id)).status).toBe(404);
});

test("the scope is asked at every request: it may have changed since the last", async () => {
  const { dir, path: folder } = makeFolder(server);
  const user = await server.makeUser([dir]);
  const own = (await server.send("GET", "/api/setting/filesSetting", { token: user.token })).body.toString();
  const rootId = (JSON.parse(own) as { data: { dirs: { id: string }[] } }).data.dirs[0]?.id ?? "";
  const { id, status } = await create({ path: `${folder}/x` }, {}, user.token);
  expect([rootId, status]).toEqual(["files", 201]);
  expect((await create({ path: "files/outside" }, {}, user.token)).status).toBe(404);
  expect((await create({ path: "files/t-none/x" }, {}, user.token)).status).toBe(404);
  // The folder is swapped for a link that leads out of what the user may write.
  renameSync(dir, `${dir}-moved`);
  symlinkSync(server.filesDir, dir);
  const headers = { ...offsetType, "upload-offset": "0" };
  const refused = await server.send("PATCH", id, { token: user.token, body: bytes, headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(readdirSync(`${dir}-moved`).every((name) => name.startsWith(".filedeck-upload-"))).toBe(true);
});

test("a taken name is refused, replaced with its mode, or passed by", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "there"), "old");
  chmodSync(path.join(dir, "there"), 0o640);
  expect((await create({ path: `${folder}/there` })).status).toBe(409);
  const replacing = await create({ path: `${folder}/there`, conflict: "replace" });
  expect((await patch(replacing.id, 0, bytes)).status).toBe(204);
  expect([statSync(path.join(dir, "there")).mode & 0o777, statSync(path.join(dir, "there")).size]).toEqual([
    0o640, 300_000,
  ]);
  const renaming = await create({ path: `${folder}/there`, conflict: "rename" });
  const renamed = await patch(renaming.id, 0, bytes);
  expect(renamed.headers["upload-path"]).toBe(`${folder}/there%20(2)`);
  const late = await create({ path: `${folder}/late` });
  writeFileSync(path.join(dir, "late"), "somebody else's");
  expect((await patch(late.id, 0, bytes)).status).toBe(409);
  expect(readFileSync(path.join(dir, "late"), "utf8")).toBe("somebody else's");
});

test("a link's file is replaced, not the link", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "real"), "old");
  symlinkSync("real", path.join(dir, "link"));
  const { id } = await create({ path: `${folder}/link`, conflict: "replace" });
  expect((await patch(id, 0, bytes)).status).toBe(204);
  expect(readFileSync(path.join(dir, "real")).equals(bytes)).toBe(true);
  expect(readdirSync(dir).toSorted()).toEqual(["link", "real"]);
});

test("whoever comes later takes over from a connection that hangs", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { id } = await create({ path: `${folder}/two` });
  const silent = hold(id, 0, bytes.subarray(0, 70_000));
  const offset = Number((await server.send("HEAD", id)).headers["upload-offset"]);
  expect((await patch(id, offset, bytes.subarray(offset))).status).toBe(204);
  expect(readFileSync(path.join(dir, "two")).equals(bytes)).toBe(true);
  silent.destroy();
});

test("uploads whose time is over are gone, with what had come", async () => {
  const { dir, path: folder } = makeFolder(server);
  const { id } = await create({ path: `${folder}/old` });
  await patch(id, 0, bytes.subarray(0, 9));
  await server.db.upload.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
  expect((await server.send("HEAD", id)).status).toBe(410);
  expect(await sweepUploads(server.db)).toBeGreaterThan(0);
  expect(readdirSync(dir)).toEqual([]);
  expect((await server.send("HEAD", id)).status).toBe(404);
});

test("folders above are made on demand", async () => {
  const { dir, path: folder } = makeFolder(server);
  expect((await create({ path: `${folder}/a/b/c` })).status).toBe(404);
  const { id } = await create({ path: `${folder}/a/b/c`, parents: "1" });
  expect((await patch(id, 0, bytes)).status).toBe(204);
  expect(readFileSync(path.join(dir, "a/b/c")).equals(bytes)).toBe(true);
});

test("a name of our own is refused, and what no record could be made of leaves nothing", async () => {
  const { dir, path: folder } = makeFolder(server);
  const own = await create({ path: `${folder}/.filedeck-trash` });
  expect([own.status, keyOf(own)]).toEqual([422, "file/name-invalid"]);
  await server.db.$executeRawUnsafe(
    `CREATE TRIGGER "refuse" BEFORE INSERT ON "Upload" BEGIN SELECT RAISE(FAIL, 'full'); END`,
  );
  try {
    expect((await create({ path: `${folder}/f` })).status).toBe(500);
  } finally {
    await server.db.$executeRawUnsafe(`DROP TRIGGER "refuse"`);
  }
  expect(readdirSync(dir)).toEqual([]);
});
