import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { encodePath } from "@/lib/shared/paths";
import { basicOf } from "@/e2e/support/dav-client";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";
import { locksBelow } from "@/lib/server/dav/locks";
import { findKept } from "@/lib/server/entries/kept/kept-properties";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

const isRoot = process.geteuid?.() === 0;
const tag = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><note xmlns="urn:x">n</note></D:prop></D:set></D:propertyupdate>`;
const lock = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>`;

/** `src` with files, of which each has a property and an earlier version, and `other` on another disk. */
async function makeTree(names: readonly string[]) {
  const { dir, path: folder } = server.folder();
  const [src, other] = [path.join(dir, "src"), path.join(dir, "other")];
  for (const made of [src, path.join(src, "deep"), other]) mkdirSync(made);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", other]);
  onTestFinished(() => void execFileSync("umount", ["-l", other]));
  for (const name of names) {
    for (const body of ["one", "second"]) await server.ask("PUT", `${folder}/src/${name}`, { body });
    expect((await server.ask("PROPPATCH", `${folder}/src/${name}`, { body: tag })).status).toBe(207);
  }
  return { dir, folder, src, other };
}

/** How many properties and versions are at a place. */
const keptAt = async (file: string) => [
  (await findKept(server.db, file)).length,
  await server.db.trash.count({ where: { versionOf: encodePath(file) } }),
];

test.skipIf(!isRoot)("of a move to another disk that fails in part what is kept goes with what went", async () => {
  const { folder, src, other } = await makeTree(["a", "deep/b", "locked"]);
  for (const name of ["a", "locked"]) await server.ask("LOCK", `${folder}/src/${name}`, { body: lock });
  const tokens = locksBelow(src).map(
    ({ token, place }) => `<${server.url}/dav/${folder}/src/${path.basename(place)}> (<${token}>)`,
  );
  expect(tokens).toHaveLength(2);
  execFileSync("mkfifo", [path.join(src, "pipe")]);
  const headers = { ...server.to(`${folder}/other/src`), if: tokens.join(" ") };
  expect((await server.ask("MOVE", `${folder}/src`, { headers })).status).toBe(207);
  for (const name of ["a", "deep/b"])
    expect([await keptAt(path.join(src, name)), await keptAt(path.join(other, "src", name))]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  expect(locksBelow(src)).toEqual([]);
});

test.skipIf(!isRoot)("and with what went before the client was gone", async () => {
  const { folder, src, other } = await makeTree(["a"]);
  mkdirSync(path.join(src, "many"));
  for (let index = 0; index < 3_000; index++) writeFileSync(path.join(src, "many", `${index}`), "x".repeat(9_000));
  await new Promise<void>((resolve) => {
    const headers = { ...server.to(`${folder}/other/src`), authorization: basicOf(server.root) };
    const asked = http.request(`${server.url}/dav/${folder}/src`, { method: "MOVE", headers });
    asked.on("error", () => resolve());
    // A disk may be too fast for anybody to go in between.
    asked.on("response", () => resolve());
    asked.end();
    void (async () => {
      while (existsSync(path.join(src, "a"))) await wait(1);
      asked.destroy();
    })();
  });
  await expect.poll(() => keptAt(path.join(other, "src/a"))).toEqual([1, 1]);
  expect(await keptAt(path.join(src, "a"))).toEqual([0, 0]);
});

test.skipIf(!isRoot)(
  "a move onto a folder leaves all that is kept where it cannot come, and brings it where it can",
  async () => {
    const { folder, src, other } = await makeTree(["a", "deep/b"]);
    mkdirSync(path.join(other, "dst"));
    for (const body of ["old", "older"]) await server.ask("PUT", `${folder}/other/dst/a`, { body });
    await server.ask("PROPPATCH", `${folder}/other/dst`, { body: tag });
    execFileSync("mkfifo", [path.join(src, "pipe")]);
    const move = () => server.ask("MOVE", `${folder}/src`, { headers: server.to(`${folder}/other/dst`) });
    expect((await move()).status).toBe(207);
    for (const file of [path.join(src, "a"), path.join(src, "deep/b")]) expect(await keptAt(file)).toEqual([1, 1]);
    expect([await keptAt(path.join(other, "dst")), await keptAt(path.join(other, "dst/a"))]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    execFileSync("rm", [path.join(src, "pipe")]);
    expect((await move()).status).toBe(204);
    for (const name of ["a", "deep/b"])
      expect([await keptAt(path.join(src, name)), await keptAt(path.join(other, "dst", name))]).toEqual([
        [0, 0],
        [1, 1],
      ]);
    expect(await keptAt(path.join(other, "dst"))).toEqual([0, 0]);
  },
);

test.skipIf(!isRoot)("of a copy that fails in part what could come has its properties", async () => {
  const { folder, src, other } = await makeTree(["a", "deep/b"]);
  execFileSync("mkfifo", [path.join(src, "pipe")]);
  const headers = server.to(`${folder}/other/src`);
  expect((await server.ask("COPY", `${folder}/src`, { headers })).status).toBe(207);
  for (const name of ["a", "deep/b"]) {
    expect(await keptAt(path.join(src, name))).toEqual([1, 1]);
    expect(await keptAt(path.join(other, "src", name))).toEqual([1, 0]);
  }
});
