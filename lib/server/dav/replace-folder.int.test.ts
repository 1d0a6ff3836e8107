import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { encodePath } from "@/lib/shared/paths";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";
import { makeTrashFixture } from "@/lib/server/trash/trash-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import { runId } from "@/lib/server/storage/own-names";
import { sweepTemporaries } from "@/lib/server/storage/local/journal/sweep-temporaries";
import { replaceFolder } from "./replace-folder";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

const isRoot = process.geteuid?.() === 0;

/** `src` with five documents, `other` on another disk with a standing `dst`. */
function makeTree(dir: string): { src: string; other: string } {
  const [src, other] = [path.join(dir, "src"), path.join(dir, "other")];
  for (const folder of [src, other]) mkdirSync(folder);
  for (let index = 0; index < 5; index++) writeFileSync(path.join(src, `doc${index}`), `${index}`);
  mkdirSync(path.join(src, "deep"));
  writeFileSync(path.join(src, "deep/note"), "deep");
  if (isRoot) {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", other]);
    onTestFinished(() => void execFileSync("umount", ["-l", other]));
  }
  mkdirSync(path.join(other, "dst"));
  writeFileSync(path.join(other, "dst/old"), "old");
  return { src, other };
}

const docs = ["deep", "deep/note", ...Array.from({ length: 5 }, (_, index) => `doc${index}`)];
const namesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

test.skipIf(!isRoot)("a move across disks onto a folder that cannot come whole leaves both as they were", async () => {
  const { dir, path: folder } = server.folder();
  const { src, other } = makeTree(dir);
  execFileSync("mkfifo", [path.join(src, "pipe")]);
  const reply = await server.ask("MOVE", `${folder}/src/`, { headers: server.to(`${folder}/other/dst/`) });
  expect(reply.status).toBe(207);
  expect([...reply.text.matchAll(/<D:href>([^<]+)/g)].map(([, href]) => href)).toEqual([`/dav/${folder}/src/pipe`]);
  expect(namesIn(src)).toEqual([...docs, "pipe"].toSorted());
  expect(readFileSync(path.join(src, "doc3"), "utf8")).toBe("3");
  expect(namesIn(other)).toEqual(["dst", "dst/old"]);
});

test.skipIf(!isRoot)("a move across disks onto a folder brings all, and what stood there is in the trash", async () => {
  const { dir, path: folder } = server.folder();
  const { src, other } = makeTree(dir);
  for (const [method, name] of [
    ["COPY", "dst"],
    ["MOVE", "dst"],
  ] as const) {
    const reply = await server.ask(method, `${folder}/src`, { headers: server.to(`${folder}/other/${name}`) });
    expect(reply.status).toBe(204);
    expect(readdirSync(other).filter((one) => !one.startsWith(".filedeck-trash"))).toEqual(["dst"]);
    expect(namesIn(path.join(other, "dst"))).toEqual(docs);
  }
  expect(existsSync(src)).toBe(false);
});

test("versions follow a folder that is moved onto another one", async () => {
  const { dir, path: folder } = server.folder();
  for (const name of ["src", "dst"]) mkdirSync(path.join(dir, name));
  for (const body of ["one", "second"]) await server.ask("PUT", `${folder}/src/f`, { body });
  const versionsOf = (name: string) =>
    server.db.trash.count({ where: { versionOf: encodePath(path.join(dir, name)) } });
  expect(await versionsOf("src/f")).toBe(1);
  await server.ask("MOVE", `${folder}/src`, { headers: server.to(`${folder}/dst`) });
  expect([await versionsOf("src/f"), await versionsOf("dst/f")]).toEqual([0, 1]);
});

test.skipIf(!isRoot)("a copy that cannot come whole leaves nothing behind", async () => {
  const { dir, path: folder } = server.folder();
  const { src, other } = makeTree(dir);
  execFileSync("mkfifo", [path.join(src, "pipe")]);
  const reply = await server.ask("COPY", `${folder}/src`, { headers: server.to(`${folder}/other/dst`) });
  expect([reply.status, namesIn(other)]).toEqual([207, ["dst", "dst/old"]]);
});

async function setUp() {
  const trash = await makeTrashFixture();
  onTestFinished(() => trash.close());
  const tree = makeTree(trash.root);
  const ends = {
    from: { path: at("src"), place: tree.src },
    to: { path: at("other/dst"), place: path.join(tree.other, "dst") },
  };
  return { ...trash, ...tree, ends };
}

test("what cannot be moved back lies in a folder whose name says so, and the answer names it", async () => {
  const { ctx, src, other, ends } = await setUp();
  const failures = await replaceFolder({
    ctx,
    isMove: true,
    ...ends,
    async bringTo(entry) {
      await ctx.storage.rename(at("src"), entry).catch(async () => {
        await ctx.storage.createFolder(entry);
        for (const name of ["doc1", "doc0", "doc2", "doc3", "doc4", "deep"])
          await ctx.storage.move(at(`src/${name}`), entry, { conflict: "fail", signal: ctx.signal });
        rmSync(src, { recursive: true });
      });
      // Somebody else's, of the name that one would have again.
      mkdirSync(src);
      writeFileSync(path.join(src, "doc1"), "another");
      return [{ path: "r/src/doc9", error: "file/io" }];
    },
  });
  const beside = readdirSync(other).find((name) => /^dst \(unfinished [0-9a-f]{12}\)$/.test(name)) ?? "";
  expect(failures).toEqual([
    { path: "r/src/doc9", error: "file/io" },
    { path: `r/other/${beside}`, error: "dav/left" },
  ]);
  expect(namesIn(path.join(other, beside))).toEqual(["dst", "dst/doc1"]);
  expect(readFileSync(path.join(other, beside, "dst/doc1"), "utf8")).toBe("1");
  expect([namesIn(src), readFileSync(path.join(src, "doc1"), "utf8")]).toEqual([docs, "another"]);
  expect(namesIn(path.join(other, "dst"))).toEqual(["old"]);
});

test("a client that goes away in the middle of a move gets everything back to where it was", async () => {
  const { ctx, src, other, ends } = await setUp();
  const move = replaceFolder({
    ctx,
    isMove: true,
    ...ends,
    async bringTo(entry) {
      await ctx.storage.createFolder(entry);
      await ctx.storage.move(at("src/doc2"), entry, { conflict: "fail", signal: ctx.signal });
      throw new Error("gone");
    },
  });
  await expect(move).rejects.toThrow("gone");
  expect([namesIn(src), namesIn(other)]).toEqual([docs, ["dst", "dst/old"]]);
});

/** As a kill in the middle leaves it, and the next start. */
async function killWithin(isMove: boolean) {
  const { ctx, src, other, ends, journalPath } = await setUp();
  await new Promise<void>((resolve) => {
    void replaceFolder({
      ctx,
      isMove,
      ...ends,
      async bringTo(entry) {
        await ctx.storage.createFolder(entry);
        for (const name of ["doc1", "deep"])
          await ctx.storage[isMove ? "move" : "copy"](at(`src/${name}`), entry, {
            conflict: "fail",
            signal: ctx.signal,
          });
        resolve();
        return new Promise(() => {});
      },
    });
  });
  const journal = readFileSync(journalPath, "utf8").replaceAll(runId, "00000000000000dd");
  writeFileSync(journalPath, journal.replaceAll(/"pid":\d+/g, '"pid":1'));
  await sweepTemporaries(journalPath);
  expect(namesIn(path.join(other, "dst"))).toEqual(["old"]);
  const [beside = null, ...more] = readdirSync(other).filter((name) => name !== "dst");
  expect(more).toEqual([]);
  return { src, beside: beside === null ? null : path.join(other, beside) };
}

test("after a kill the next start removes what a copy left", async () => {
  const { src, beside } = await killWithin(false);
  expect([beside, namesIn(src)]).toEqual([null, docs]);
});

test("after a kill the next start shows what a move brought", async () => {
  const { src, beside } = await killWithin(true);
  expect(path.basename(beside ?? "")).toMatch(/^dst \(unfinished /);
  expect(namesIn(path.join(beside ?? "", "dst"))).toEqual(["deep", "deep/note", "doc1"]);
  expect(namesIn(src)).toEqual(["doc0", "doc2", "doc3", "doc4"]);
});
