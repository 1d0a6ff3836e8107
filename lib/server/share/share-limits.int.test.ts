import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getApp } from "@/lib/server/runtime/app";
import { placesIn } from "@/lib/server/storage/open-storage";
import { randomId } from "@/lib/shared/units";
import { inPageVisit } from "@/lib/server/http/page-visit";
import type { Exchange } from "@/lib/server/http/exchange";
import { countDownload } from "./count-use";
import { describeShare } from "./describe-share";
import { revokeShare } from "./manage-shares";
import { storedShare } from "./stored-share";
import { unfinishedDrops } from "./unfinished-drops";
import { sweepUploads } from "@/lib/server/upload/sweep-uploads";
import { hashPassword } from "@/lib/server/session/password";
import { countFailure, forgetFailures, guessKey } from "@/lib/server/session/throttle";
import { makeFolder, metadataOf, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

/** A share of a folder with the file `a.txt`, as its owner root has made it. */
async function makeShare(columns: { mode?: string; maxDownloads?: number; limits?: object } = {}) {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "a.txt"), "all of it");
  const { id: ownerId } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  const [id, link] = [randomId(), randomId()];
  const limits = { max_files: null, max_bytes: null, extensions: [] };
  const items = [{ name: "box", path: folder, hostPath: dir }];
  const data = { id, link, ownerId, title: "box", note: "", items, limits, mode: "download", ...columns };
  await server.db.share.create({ data });
  const visit = (address: string, headers: Record<string, string> = {}) =>
    server.send("GET", `/api/share/${link}/${address}`, { token: "", headers });
  return { id, dir, link, visit, row: () => server.db.share.findUniqueOrThrow({ where: { id } }) };
}

test("who asks many times at once for what is used up gets nothing", async () => {
  const share = await makeShare({ maxDownloads: 1 });
  await server.db.share.update({ where: { id: share.id }, data: { downloads: 1 } });
  const row = await share.row();
  const request = {
    id: "",
    address: "192.0.2.1",
    relay: null,
    agent: "",
    language: "",
    host: "",
    secure: false,
    isLocal: false,
    trust: "none" as const,
    proxyHeader: null,
    cookie: () => null,
  };
  const browser = { keep: () => {}, signIn: () => {}, signOut: () => {} };
  const ctx = { db: server.db, request, browser };
  const take = () => countDownload({ row }, { kind: "download", target: "box/a.txt" }, ctx);
  const taken = await Promise.allSettled([take(), take(), take()]);
  expect(taken.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect((await share.visit("file?path=box/a.txt")).status).toBe(410);
});

test("a use that was counted goes on when the share is used up", async () => {
  const share = await makeShare({ maxDownloads: 1 });
  const first = await share.visit("file?path=box/a.txt", { range: "bytes=0-3" });
  const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
  const rest = await share.visit("file?path=box/a.txt", { range: "bytes=4-", cookie });
  expect([first.status, rest.status]).toEqual([206, 206]);
  expect([(await share.row()).downloads, (await share.visit("zip", { cookie })).status]).toEqual([1, 410]);
});

test("one download is one visitor's, however many have the same address and whatever they make up", async () => {
  const share = await makeShare({ maxDownloads: 1 });
  const made = { cookie: `filedeck.visitor.${share.id}=${randomId()}` };
  const replies = await Promise.all([{}, {}, made, made].map((headers) => share.visit("file?path=box/a.txt", headers)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
  expect((await share.row()).downloads).toBe(1);
});

test("what is used up tells no names any more", async () => {
  const share = await makeShare({ maxDownloads: 1 });
  expect((await share.visit("list?path=box")).status).toBe(200);
  await server.db.share.update({ where: { id: share.id }, data: { downloads: 1 } });
  expect((await share.visit("list?path=box")).status).toBe(410);
});

test("strangers ask for no deeper place than is made by ourselves", async () => {
  const share = await makeShare();
  const deep = (levels: number) => ["box", ...Array.from({ length: levels - 1 }, () => "e")].join("/");
  for (const place of ["list", "text", "file", "zip"]) {
    expect((await share.visit(`${place}?path=${deep(256)}`)).status).toBe(404);
    expect((await share.visit(`${place}?path=${deep(257)}`)).status).toBe(400);
  }
});

test("a visit makes none of what is shared a place that is known, and opens what it asks for", async () => {
  const share = await makeShare();
  const { items } = storedShare.parse(await share.row());
  const [item] = items;
  const names = Array.from({ length: 200 }, (_, index) => `file-${index}`);
  for (const name of names) writeFileSync(path.join(share.dir, name), name);
  const many = names.map((name) => ({ name, path: `${item?.path}/${name}`, hostPath: path.join(share.dir, name) }));
  await server.db.share.update({ where: { id: share.id }, data: { items: many } });
  const known = placesIn(getApp().env.dataDir);
  const before = known.numbers().ids.length;
  const info = JSON.parse((await share.visit("info")).body.toString()) as { data: { entries: { name: string }[] } };
  expect(info.data.entries.map(({ name }) => name)).toEqual(names);
  expect((await share.visit("file?path=file-7")).body.toString()).toBe("file-7");
  expect((await share.visit("file?path=file-777")).status).toBe(404);
  expect(known.numbers().ids.length).toBe(before);
});

test("what is not there, or no file, is no download", async () => {
  const share = await makeShare({ maxDownloads: 5 });
  const places = ["file?path=box/none", "file?path=box", "file?path=box/none.txt&inline=1", "text?path=box/none"];
  const replies = await Promise.all(places.map((place) => share.visit(place)));
  expect(replies.every(({ status }) => status >= 400)).toBe(true);
  expect((await share.row()).downloads).toBe(0);
});

test("a drop box does not tell which names are taken", async () => {
  const box = await makeShare({ mode: "upload" });
  const headers = {
    "upload-length": "3",
    "upload-metadata": metadataOf({ filename: "a.txt" }),
    "content-type": "application/offset+octet-stream",
  };
  const made = await server.send("POST", `/api/share/${box.link}/tus`, { token: "", headers, body: "new" });
  expect([made.status, made.headers["upload-offset"]]).toEqual([201, "3"]);
  const asked = await server.send("HEAD", String(made.headers.location), { token: "" });
  expect([asked.status, asked.headers["upload-path"], made.headers["upload-path"]]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(readFileSync(path.join(box.dir, "a (2).txt"), "utf8")).toBe("new");
  expect(readFileSync(path.join(box.dir, "a.txt"), "utf8")).toBe("all of it");
});

test("a drop box takes no more files than it should, however many come at once", async () => {
  const limits = { max_files: 5, max_bytes: null, extensions: [] };
  const box = await makeShare({ mode: "upload", limits });
  const drop = (index: number) => {
    const upload = { "upload-length": "3", "content-type": "application/offset+octet-stream" };
    const headers = { ...upload, "upload-metadata": metadataOf({ filename: `${index}.txt` }) };
    return server.send("POST", `/api/share/${box.link}/tus`, { token: "", headers, body: "new" });
  };
  const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => drop(index)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
  expect((await box.row()).uploads).toBe(5);
});

test("a file that ends while another is asked about counts in one way or the other", async () => {
  const limits = { max_files: 1, max_bytes: null, extensions: [] };
  const box = await makeShare({ mode: "upload", limits });
  const headers = { "upload-length": "3", "upload-metadata": metadataOf({ filename: "b.txt" }) };
  const create = () => server.send("POST", `/api/share/${box.link}/tus`, { token: "", headers });
  const first = await create();
  const id = String(first.headers.location).split("/").at(-1) ?? "";
  const type = { "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  let finishing: Promise<unknown> = Promise.resolve();
  const findMany = server.db.upload.findMany.bind(server.db.upload);
  const slow = vi.spyOn(server.db.upload, "findMany").mockImplementation((async (
    ...args: Parameters<typeof findMany>
  ) => {
    finishing = server.send("PATCH", String(first.headers.location), { token: "", headers: type, body: "new" });
    for (let looks = 0; looks < 500; looks++) {
      await new Promise((resolve) => setImmediate(resolve));
      const row = await server.db.upload.findUniqueOrThrow({ where: { id } });
      if (row.state === "done" && (await box.row()).uploads === 1) break;
    }
    return findMany(...args);
  }) as unknown as typeof findMany); // its types are worked out from each call
  expect((await create()).status).toBe(409);
  expect(slow).toHaveBeenCalledOnce();
  slow.mockRestore();
  await finishing;
  expect((await box.row()).uploads).toBe(1);
});

test("who only asks about an archive makes none, and it does not count", async () => {
  const share = await makeShare({ maxDownloads: 1 });
  const asked = await server.send("HEAD", `/api/share/${share.link}/zip`, { token: "" });
  expect([asked.status, asked.headers["content-type"]]).toEqual([200, "application/zip"]);
  expect((await share.row()).downloads).toBe(0);
});

test("a link tells visitors nothing of how this server's disks are laid out", async () => {
  const share = await makeShare();
  symlinkSync(path.join(share.dir, "a.txt"), path.join(share.dir, "absolute"));
  symlinkSync("/etc/hostname", path.join(share.dir, "outside"));
  symlinkSync("../../../none", path.join(share.dir, "above"));
  symlinkSync("a.txt", path.join(share.dir, "beside"));
  const { body } = await share.visit("list?path=box");
  const { data } = JSON.parse(body.toString()) as { data: { files: { name: string; link?: { text: string } }[] } };
  const told = data.files.flatMap(({ name, link }) => (link === undefined ? [] : [`${name} ${link.text}`]));
  expect(told.toSorted()).toEqual(["above ", "absolute ", "beside a.txt", "outside "]);
});

test("what is begun and given up counts, and folders in each other end somewhere", async () => {
  const box = await makeShare({ mode: "upload" });
  const begin = async (dir: string) => {
    const headers = { "upload-length": "3", "upload-metadata": metadataOf({ filename: "b.txt", dir }) };
    return server.send("POST", `/api/share/${box.link}/tus`, { token: "", headers });
  };
  expect((await begin(Array(65).fill("d").join("/"))).status).toBe(400);
  const { id } = await box.row();
  const visitor = unfinishedDrops(id, "127.0.0.1");
  for (let left = 299; left > 0; left--) visitor.begun();
  const first = await begin("a/b");
  expect(first.status).toBe(201);
  const address = first.headers["location"] ?? "";
  expect((await server.send("DELETE", address, { token: "" })).status).toBe(204);
  expect((await begin("c")).status).toBe(413);
  visitor.finished();
  expect((await begin("c")).status).toBe(201);
});

test("with its share what had begun to arrive goes from the disk", async () => {
  const box = await makeShare({ mode: "upload" });
  const headers = { "upload-length": "3", "upload-metadata": metadataOf({ filename: "b.txt" }) };
  expect((await server.send("POST", `/api/share/${box.link}/tus`, { token: "", headers })).status).toBe(201);
  expect(readdirSync(box.dir)).toHaveLength(2);
  const { ownerId } = await box.row();
  // The service looks at these parts of a context alone.
  const parts = { db: server.db, actor: { userId: ownerId, isRoot: true }, about: vi.fn() };
  await revokeShare({ id: box.id }, parts as unknown as Parameters<typeof revokeShare>[1]);
  expect(parts.about).toHaveBeenCalledWith(`${box.link}: box`); // in the audit log
  await sweepUploads(server.db, { now: new Date(Date.now() + 1) });
  expect(readdirSync(box.dir)).toEqual(["a.txt"]);
});

/** Asks until it is stopped. */
async function askUntilStopped(ask: (tries: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 100 && statuses.at(-1) !== 429) statuses.push((await ask(statuses.length)).status);
  return statuses;
}

test("who tries one link after the other is stopped, also at one that there is", async () => {
  const share = await makeShare();
  const guess = (tries: number) => server.send("GET", `/api/share/guess-${tries}/info`, { token: "" });
  expect(new Set(await askUntilStopped(guess))).toEqual(new Set([404, 429]));
  const key = guessKey("127.0.0.1");
  for (let tries = 0; tries < 10; tries++) countFailure([key]); // for longer than this test takes
  expect((await share.visit("info")).status).toBe(429);
  forgetFailures([key]);
  expect((await share.visit("info")).status).toBe(200);
});

test("who tries passwords at one share after the other is stopped", async () => {
  const unlock = (tries: number) =>
    server.send("POST", `/api/share/none-${tries}/unlock`, { token: "", body: JSON.stringify({ password: "x" }) });
  const statuses = await askUntilStopped(unlock);
  expect([statuses.includes(401), statuses.at(-1)]).toEqual([true, 429]);
});

test("who guesses at a share's password does not keep out those it is for", async () => {
  const share = await makeShare();
  const passwordHash = await hashPassword("right one");
  await server.db.share.update({ where: { id: share.id }, data: { passwordHash } });
  const unlock = async (network: number, password: string) => {
    const headers = { "x-forwarded-for": `192.0.2.${network}` };
    const body = JSON.stringify({ password });
    return (await server.send("POST", `/api/share/${share.link}/unlock`, { token: "", headers, body })).status;
  };
  // From many networks, until the share is blocked for a minute.
  const account = { kind: "account", value: `share ${share.link}` } as const;
  for (let tries = 0; tries < 30; tries++) countFailure([account]);
  expect(await unlock(1, "wrong")).toBe(401);
  expect(await unlock(1, "wrong")).toBe(429);
  // The next newcomer waits for a second, not for a minute of others' making.
  expect(await unlock(2, "right one")).toBe(429);
  await expect.poll(() => unlock(2, "right one"), { interval: 300 }).toBe(200);
});

test("of a share that is used up nothing is told but that it is, whatever tells of it", async () => {
  const share = await makeShare({ maxDownloads: 1 });
  const visitor = {
    address: "192.0.2.1",
    relay: null,
    secure: false,
    host: "box",
    trust: "none",
  } as unknown as Exchange; // what is asked of it
  const told = () => inPageVisit(visitor, () => describeShare(share.link));
  expect(await told()).toMatchObject({ title: "box" });
  await server.db.share.update({ where: { id: share.id }, data: { downloads: 1 } });
  expect(await told()).toBeNull();
  expect((await share.visit("info")).status).not.toBe(200);
});
