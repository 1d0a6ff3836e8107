import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { SearchLine } from "@/lib/contracts/search";
import { call, makeUser, signIn } from "../support/api-client";
import { serverTest as test } from "../support/server-test";

const linesOf = (text: string): SearchLine[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SearchLine); // an answer of this endpoint
const pathsOf = (text: string) =>
  linesOf(text)
    .flatMap((line) => (line.type === "hit" ? [line.path] : []))
    .sort();

test("names and texts are found by GET and by POST, a JSON object per line with the totals at the end", async ({
  server,
  root,
  tempRoot,
}) => {
  const folder = tempRoot({ "Report.txt": "one\nfind this needle\n", sub: { "report.md": "nothing", ".report": "x" } });
  const found = await call(server, `file/search?folder=${folder.path}&text=report`, { session: root });
  expect(found.headers.get("content-type")).toContain("application/x-ndjson");
  expect(pathsOf(found.text)).toEqual([`${folder.path}/Report.txt`, `${folder.path}/sub/report.md`]);
  expect(linesOf(found.text).at(-1)).toMatchObject({ type: "done", hits: 2, folders: 2, entries: 4, cut: null });
  const body = { folder: [folder.path, `${folder.path}/sub`], text: "NEEDLE", what: "text" };
  const texts = linesOf((await call(server, "file/search", { session: root, body })).text);
  expect(texts.filter((line) => line.type === "hit")).toMatchObject([
    {
      path: `${folder.path}/Report.txt`,
      entry: { name: "Report.txt", kind: "file", size: 21 },
      lines: [{ line: 2, text: "find this needle", ranges: [[10, 16]], cut: false }],
    },
  ]);
  const cut = linesOf(
    (await call(server, `file/search?folder=${folder.path}&hidden=1&limit=2`, { session: root })).text,
  );
  expect(cut.at(-1)).toMatchObject({ type: "done", hits: 2, cut: "limit" });
});

test("a broken pattern and a missing folder are ordinary answers", async ({ server, root, tempRoot }) => {
  const folder = tempRoot({ a: "a" });
  const ask = async (query: string) => {
    const { status, answer } = await call(server, `file/search?${query}`, { session: root });
    return [status, answer.error];
  };
  expect(await ask(`folder=${folder.path}&mode=regex&text=(`)).toEqual([422, "search/pattern"]);
  expect(await ask(`folder=${folder.path}&mode=regex&what=text&text=(`)).toEqual([422, "search/pattern"]);
  expect(await ask(`folder=${folder.path}/none&text=a`)).toEqual([404, "file/not-found"]);
  expect(await ask(`folder=${folder.path}/a&text=a`)).toEqual([409, "file/not-folder"]);
  expect(await ask(`folder=${folder.path}/../x&text=a`)).toEqual([400, "request/invalid"]);
  expect(await ask(`folder=${folder.path}&ext=*`)).toEqual([400, "request/invalid"]);
});

test("nobody finds what the role may not see", async ({ server, root, tempRoot }) => {
  const folder = tempRoot({ mine: { "x.txt": "needle", shut: { "x.txt": "needle" } }, other: { "x.txt": "needle" } });
  symlinkSync("../other", path.join(folder.dir, "mine/x-link"));
  const credentials = await makeUser(server, root, {
    permissions: ["file_read"],
    access: [path.join(folder.dir, "mine")],
    deny: [path.join(folder.dir, "mine/shut")],
  });
  const session = await signIn(server, credentials);
  const find = async (query: string) => call(server, `file/search?${query}`, { session });
  const mine = `${folder.path}/mine`;
  expect(pathsOf((await find("folder=files&mode=start&text=x")).text)).toEqual([`${mine}/x-link`, `${mine}/x.txt`]);
  expect(pathsOf((await find("folder=files&text=needle&what=text")).text)).toEqual([`${mine}/x.txt`]);
  for (const hidden of [`${folder.path}/other`, `${mine}/shut`, `${mine}/x-link`]) {
    const { answer } = await find(`folder=${hidden}&text=x`);
    expect(["file/not-found", "file/link-outside"]).toContain(answer.error);
  }
});

test("more searches at once than a user may run wait for their turn, and all are answered", async ({
  server,
  root,
  tempRoot,
}) => {
  const folder = tempRoot({ a: { "x.txt": "needle" } });
  const asked = Array.from({ length: 8 }, (_, index) =>
    call(server, `file/search?folder=${folder.path}&text=${index % 2 === 0 ? "x" : "needle&what=text"}`, {
      session: root,
    }),
  );
  for (const { text } of await Promise.all(asked)) expect(pathsOf(text)).toEqual([`${folder.path}/a/x.txt`]);
});

test("an administrator has a root's names kept; what changes is found all the same", async ({
  server,
  root,
  tempRoot,
}) => {
  const folder = tempRoot({ a: { "kept-1.txt": "" } });
  const find = async () =>
    pathsOf((await call(server, `file/search?folder=${folder.path}&text=kept-`, { session: root })).text);
  type Roots = { roots: { path: string; isKept: boolean }[] };
  const before = await call<Roots>(server, "search/index", { session: root });
  expect(before.answer.data.roots).toMatchObject([{ path: server.filesDir, isKept: false }]);
  const on = await call<Roots>(server, "search/index", {
    session: root,
    body: { path: server.filesDir, isKept: true },
  });
  expect(on.answer.data.roots).toMatchObject([{ isKept: true }]);
  expect(await find()).toEqual([`${folder.path}/a/kept-1.txt`]);
  expect(existsSync(path.join(server.dataDir, "search-index.db"))).toBe(true);
  writeFileSync(path.join(folder.dir, "a/kept-2.txt"), "");
  expect(await find()).toEqual([`${folder.path}/a/kept-1.txt`, `${folder.path}/a/kept-2.txt`]);
  const other = await call(server, "search/index", { session: root, body: { path: "/etc", isKept: true } });
  expect([other.status, other.answer.error]).toEqual([400, "request/invalid"]);
  await call(server, "search/index", { session: root, body: { path: server.filesDir, isKept: false } });
  expect(existsSync(path.join(server.dataDir, "search-index.db"))).toBe(false);
  expect(await find()).toHaveLength(2);
});
