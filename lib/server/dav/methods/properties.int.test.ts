import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

const update = (properties: string) =>
  `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${properties}</D:prop></D:set></D:propertyupdate>`;
const note = (text: string) => `<note xmlns="urn:x">${text}</note>`;
const notesIn = (text: string) => [...text.matchAll(/<note xmlns="urn:x">([^<]+)</g)].map(([, value]) => value);

test("a folder of long properties is listed with each at its entry", async () => {
  const { dir, path: folder } = server.folder();
  const names = Array.from({ length: 12 }, (_, index) => `f${String(index).padStart(2, "0")}`);
  for (const name of [...names, "none"]) writeFileSync(path.join(dir, name), "");
  for (const name of names)
    await server.ask("PROPPATCH", `${folder}/${name}`, { body: update(note(name + "x".repeat(60_000))) });
  const { text } = await server.ask("PROPFIND", `${folder}/`, { headers: { depth: "1" } });
  expect(notesIn(text).map((value) => value?.slice(0, 3))).toEqual(names);
  const own = text
    .split("<D:response>")
    .map((part) => [/<D:href>[^<]*\/([^<]*)</.exec(part)?.[1], notesIn(part)[0]?.slice(0, 3)]);
  for (const name of names) expect(own).toContainEqual([name, name]);
  expect(own).toContainEqual(["none", undefined]);
});

test("more than may be kept with one entry is refused, and the answer says how much may be", async () => {
  const { dir, path: folder } = server.folder();
  writeFileSync(path.join(dir, "f"), "");
  const { status, text } = await server.ask("PROPPATCH", `${folder}/f`, {
    body: update(note("\u4E2D".repeat(30_000))),
  });
  expect(status).toBe(507);
  expect(text).toContain("64 KB");
});

test("a time that cannot be set leaves the properties beside it as they were, and those that cannot be kept the time", async ({
  skip,
}) => {
  const { dir, path: folder } = server.folder();
  const file = path.join(dir, "f");
  writeFileSync(file, "");
  const time = "<D:getlastmodified>Sun, 13 Sep 2020 12:26:40 GMT</D:getlastmodified>";
  const ask = (properties: string) => server.ask("PROPPATCH", `${folder}/f`, { body: update(properties) });
  const { mtimeMs } = statSync(file);
  expect((await ask(note("\u4E2D".repeat(30_000)) + time)).status).toBe(507);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  try {
    execFileSync("chattr", ["+a", file], { stdio: "ignore" });
  } catch {
    skip("this disk has no files that can only grow");
  }
  onTestFinished(() => void execFileSync("chattr", ["-a", file]));
  expect((await ask(note("kept") + time)).status).toBeGreaterThanOrEqual(400);
  const { text } = await server.ask("PROPFIND", `${folder}/f`, { headers: { depth: "0" } });
  expect(notesIn(text)).toEqual([]);
});

test("a body in a content coding is refused: it would be stored as it came", async () => {
  const { dir, path: folder } = server.folder();
  for (const [coding, status] of [
    ["gzip", 415],
    ["identity, br", 415],
    ["identity", 201],
  ] as const) {
    const reply = await server.ask("PUT", `${folder}/f`, { body: "x", headers: { "content-encoding": coding } });
    const isTaken = status === 201;
    const told = [reply.status, reply.headers["accept-encoding"], existsSync(path.join(dir, "f"))];
    expect(told).toEqual([status, isTaken ? undefined : "identity", isTaken]);
  }
});

test("what is set while a folder's properties follow it stays with its own file, and whoever asks sees them all", async () => {
  const { dir, path: folder } = server.folder();
  const count = 1_500;
  mkdirSync(path.join(dir, "p"));
  writeFileSync(path.join(dir, "p/f0"), "");
  await server.ask("PROPPATCH", `${folder}/p/f0`, { body: update(note("0".repeat(4_000))) });
  const own = await server.db.davProperty.findFirstOrThrow({ where: { name: "f0", folder: { endsWith: "/p" } } });
  const rows = Array.from({ length: count - 1 }, (_, index) => ({
    ...own,
    values: own.values ?? [],
    name: `f${index + 1}`,
  }));
  await server.db.davProperty.createMany({ data: rows });
  for (const { name } of rows) writeFileSync(path.join(dir, "p", name), "");

  const moved = server.ask("MOVE", `${folder}/p`, { headers: server.to(`${folder}/p1`) });
  await expect.poll(() => existsSync(path.join(dir, "p1")), { interval: 1 }).toBe(true);
  mkdirSync(path.join(dir, "p"));
  writeFileSync(path.join(dir, "p/zz"), "new");
  const [, set, seen] = await Promise.all([
    moved,
    server.ask("PROPPATCH", `${folder}/p/zz`, { body: update(note("new")) }),
    server.ask("PROPFIND", `${folder}/p1/f${count - 1}`, { headers: { depth: "0" } }),
  ]);
  expect([set.status, notesIn(seen.text)[0]?.length]).toEqual([207, 4_000]);
  const notesOf = async (name: string) =>
    notesIn((await server.ask("PROPFIND", `${folder}/${name}`, { headers: { depth: "0" } })).text);
  expect([await notesOf("p/zz"), (await notesOf("p1/f1"))[0]?.length]).toEqual([["new"], 4_000]);
  expect(await server.db.davProperty.count({ where: { folder: own.folder } })).toBe(1);
});
