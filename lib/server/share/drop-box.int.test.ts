import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { randomId } from "@/lib/shared/units";
import { sweepUploads } from "@/lib/server/upload/sweep-uploads";
import { makeFolder, metadataOf, startTusServer, type TusReply, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

/** A drop box and what visitors from different networks do with it. */
async function makeBox(limits: { max_files: number | null; max_bytes: number | null }) {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "a.txt"), "all of it");
  const { id: ownerId } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  const [id, link] = [randomId(), randomId()];
  const items = [{ name: "box", path: folder, hostPath: dir }];
  const share = { id, link, ownerId, title: "box", note: "", items, mode: "upload" };
  await server.db.share.create({ data: { ...share, limits: { ...limits, extensions: [] } } });
  const type = { "content-type": "application/offset+octet-stream" };
  const begin = (address: string, name: string, { length, body }: { length: number; body?: string }) => {
    const meta = { "upload-length": String(length), "upload-metadata": metadataOf({ filename: name }) };
    const headers = { ...meta, "x-forwarded-for": address, ...(body === undefined ? {} : type) };
    const target = `/api/share/${link}/tus`;
    return server.send("POST", target, { token: "", headers, ...(body === undefined ? {} : { body }) });
  };
  const write = (made: TusReply, offset: number, body: string) => {
    const headers = { ...type, "upload-offset": String(offset) };
    return server.send("PATCH", String(made.headers.location), { token: "", headers, body });
  };
  const row = () => server.db.share.findUniqueOrThrow({ where: { id } });
  return { dir, link, begin, write, row };
}

test("an announcement takes no room from other visitors, and what comes of it only while there is some", async () => {
  const box = await makeBox({ max_files: null, max_bytes: 100 });
  const announced = await box.begin("198.51.100.1", "huge.bin", { length: 100 });
  expect([announced.status, (await box.begin("198.51.100.1", "more.bin", { length: 5 })).status]).toEqual([201, 409]);
  expect((await box.begin("203.0.113.9", "letter.txt", { length: 5, body: "hello" })).status).toBe(201);
  expect((await box.begin("203.0.113.9", "long.txt", { length: 96 })).status).toBe(422);
  expect((await box.write(announced, 0, "x".repeat(60))).status).toBe(204);
  expect((await box.begin("203.0.113.9", "long.txt", { length: 50 })).status).toBe(422); // 60 have come
  expect((await box.write(announced, 60, "x".repeat(40))).status).toBe(409);
  // What could not go on makes room.
  expect(readdirSync(box.dir).toSorted()).toEqual(["a.txt", "letter.txt"]);
  expect((await box.begin("192.0.2.77", "rest.txt", { length: 95, body: "y".repeat(95) })).status).toBe(201);
  expect(Number((await box.row()).uploadedBytes)).toBe(100);
});

test("files that are only begun close a box to their own network alone, and no more get a name than it takes", async () => {
  const box = await makeBox({ max_files: 2, max_bytes: null });
  const begun = [
    await box.begin("198.51.100.1", "1", { length: 3 }),
    await box.begin("198.51.100.1", "2", { length: 3 }),
  ];
  expect((await box.begin("198.51.100.1", "3", { length: 3 })).status).toBe(409);
  expect((await box.begin("203.0.113.9", "letter", { length: 3, body: "new" })).status).toBe(201);
  const ends = await Promise.all(begun.map((made) => box.write(made, 0, "new")));
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect([(await box.row()).uploads, readdirSync(box.dir)]).toEqual([2, expect.arrayContaining(["a.txt", "letter"])]);
  expect(readdirSync(box.dir)).toHaveLength(3);
});

test("networks that begin a thousand uploads and finish none do not close a box", async () => {
  const box = await makeBox({ max_files: null, max_bytes: null });
  const [first, other] = [await box.begin("203.0.113.9", "mine", { length: 3 }), "198.51.100.1"];
  const victim = await box.begin(other, "0", { length: 3 });
  expect(victim.status).toBe(201);
  const { id: ownerId } = await box.row();
  const row = await server.db.upload.findFirstOrThrow({ where: { ownerId, name: "0" } });
  const createdAt = (index: number) => new Date(row.createdAt.getTime() - index - 1);
  const rows = Array.from({ length: 998 }, (_, index) => ({
    ...row,
    id: randomId(),
    partId: index.toString(16).padStart(32, "0"),
    createdAt: createdAt(index),
  }));
  await server.db.upload.createMany({ data: rows });
  const count = () => server.db.upload.count({ where: { ownerId, state: { not: "done" } } });
  expect(await count()).toBe(1_000);
  expect((await box.begin("192.0.2.5", "letter", { length: 3, body: "new" })).status).toBe(201);
  expect([await count(), (await box.write(first, 0, "new")).status]).toEqual([999, 204]);
  expect(await server.db.upload.findUnique({ where: { id: rows.at(-1)?.id ?? "" } })).toBeNull();
});

test("one visitor who sends a byte now and then keeps no other from the box", async () => {
  const box = await makeBox({ max_files: null, max_bytes: null });
  const held: Socket[] = [];
  onTestFinished(() => held.forEach((socket) => socket.destroy()));
  const { port } = new URL(server.url);
  const head = `POST /api/share/${box.link}/tus HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\nupload-length: 1000\r\n`;
  const type = "content-type: application/offset+octet-stream\r\ncontent-length: 1000\r\n\r\na";
  for (let index = 0; index < 8; index++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`${head}upload-metadata: ${metadataOf({ filename: `${index}.txt` })}\r\n${type}`);
    held.push(socket);
  }
  await vi.waitFor(() => expect(readdirSync(box.dir)).toHaveLength(9));
  const reply = await box.begin("198.51.100.7", "b.txt", { length: 3, body: "new" });
  expect([reply.status, reply.headers["upload-offset"]]).toEqual([201, "3"]);
});

test("what is in a box cannot be guessed by the folder that an upload names", async () => {
  const box = await makeBox({ max_files: null, max_bytes: null });
  mkdirSync(path.join(box.dir, "denied"));
  mkdirSync(path.join(box.dir, "there"));
  symlinkSync("/etc", path.join(box.dir, "out"));
  symlinkSync("nowhere", path.join(box.dir, "dead"));
  const grants = {
    access_dirs: [box.dir],
    only_read_dirs: [],
    not_access_dirs: [path.join(box.dir, "denied"), path.join(box.dir, "no-such")],
    auth_list: ["file_share", "file_read", "filecat_file_context_update_upload_created_copy_decompression"],
  };
  const owner = { id: randomId(), username: randomId(), passwordHash: "", preferences: {} };
  await server.db.user.create({ data: { ...owner, grants } });
  await server.db.share.updateMany({ where: { link: box.link }, data: { ownerId: owner.id } });
  const send = async (dir: string, filename = "new.txt") => {
    const type = { "content-type": "application/offset+octet-stream", "upload-length": "5" };
    const headers = { ...type, "upload-metadata": metadataOf({ filename, dir }), "x-forwarded-for": "203.0.113.40" };
    const { status, body } = await server.send("POST", `/api/share/${box.link}/tus`, {
      token: "",
      headers,
      body: "hello",
    });
    return `${status} ${body.toString()}`;
  };
  const dirs = ["a.txt", "a.txt/below", "there", "there/a.txt", "denied", "no-such", "out", "dead", "missing"];
  for (const dir of dirs) expect([dir, await send(dir)]).toEqual([dir, "201 "]);
  // The next file of the same folder joins the first.
  expect(await send("a.txt", "second.txt")).toBe("201 ");
  expect(readdirSync(path.join(box.dir, "a (2).txt")).toSorted()).toEqual(["below", "new.txt", "second.txt"]);
  expect(readdirSync(path.join(box.dir, "denied"))).toEqual([]);
  expect(readFileSync(path.join(box.dir, "a.txt"), "utf8")).toBe("all of it");
  for (const filename of ["a.txt", "there", "denied", "no-such", "out", "dead", "free"])
    expect([filename, (await box.begin("203.0.113.41", filename, { length: 5, body: "hello" })).status]).toEqual([
      filename,
      201,
    ]);
});

test("folders of uploads that come to nothing go with them, and those that something has come into stay", async () => {
  const box = await makeBox({ max_files: 3, max_bytes: 1000 });
  const target = `/api/share/${box.link}/tus`;
  const begin = (dir: string, length: number, body?: string) => {
    const type = body === undefined ? {} : { "content-type": "application/offset+octet-stream" };
    const meta = { "upload-length": `${length}`, "upload-metadata": metadataOf({ filename: "f.txt", dir }) };
    const headers = { ...meta, ...type, "x-forwarded-for": "198.51.100.61" };
    return server.send("POST", target, { token: "", headers, ...(body === undefined ? {} : { body }) });
  };
  const end = (made: TusReply) => server.send("DELETE", String(made.headers.location), { token: "" });
  const folders = () =>
    readdirSync(box.dir, { recursive: true })
      .map(String)
      .filter((one) => !one.endsWith(".part"));
  const deep = Array.from({ length: 30 }, (_, at) => `x${at}`).join("/");

  const [first, second] = [await begin(deep, 1), await begin(`${deep}/y`, 1)];
  expect([first.status, second.status, folders().length]).toEqual([201, 201, 32]);
  await end(first);
  expect(folders()).toHaveLength(32); // the other needs them
  await end(second);
  expect(folders()).toEqual(["a.txt"]);

  expect((await begin(deep, 2_000)).status).toBeGreaterThanOrEqual(400);
  expect(folders()).toEqual(["a.txt"]);

  const [given, kept] = [await begin("one/two/three", 1), await begin("one/two", 3, "new")];
  expect([kept.status, (await end(given)).status]).toEqual([201, 204]);
  expect(folders().toSorted()).toEqual(["a.txt", "one", "one/two", "one/two/f.txt"]);

  expect((await begin("late/later", 1)).status).toBe(201);
  await server.db.upload.updateMany({
    where: { folder: { endsWith: "late/later" } },
    data: { expiresAt: new Date(0) },
  });
  await sweepUploads(server.db);
  expect(folders().toSorted()).toEqual(["a.txt", "one", "one/two", "one/two/f.txt"]);
});

test("visitors who begin in deep folders from many networks make only so many of them", async () => {
  const box = await makeBox({ max_files: null, max_bytes: null });
  const dirOf = (at: number) => Array.from({ length: 40 }, (_, level) => `${at}-${level}`).join("/");
  const begin = (network: number, dir: string) => {
    const meta = { "upload-length": "1", "upload-metadata": metadataOf({ filename: "f.txt", dir }) };
    const headers = { ...meta, "x-forwarded-for": `198.51.${network}.7` };
    return server.send("POST", `/api/share/${box.link}/tus`, { token: "", headers });
  };
  const honest = await begin(200, "photos/2026");
  for (let at = 0; at < 54; at++) expect((await begin(at, dirOf(at))).status).toBe(201);
  const made = readdirSync(box.dir, { recursive: true, withFileTypes: true }).filter((one) => one.isDirectory());
  expect(made.length).toBeLessThanOrEqual(2_050);
  expect((await box.write(honest, 0, "x")).status).toBe(204);
});
