import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";

const text = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join("");

function download(
  server: Filedeck,
  session: Session,
  file: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  return rawRequest(server, `/api/file/download?file=${encodeURIComponent(file)}`, { session, headers, method });
}

test("a file is downloaded whole, in ranges, and not again when it is unchanged", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base } = tempRoot({ "a.txt": text });
  const whole = await download(server, root, `${base}/a.txt`);
  expect([whole.status, whole.body.toString() === text, whole.headers["content-length"]]).toEqual([
    200,
    true,
    String(text.length),
  ]);
  expect(whole.headers["content-disposition"]).toContain("attachment");
  expect(whole.headers["content-security-policy"]).toContain("sandbox");
  const etag = String(whole.headers["etag"]);
  const part = await download(server, root, `${base}/a.txt`, { range: "bytes=10-19" });
  expect([part.status, part.body.toString(), part.headers["content-range"]]).toEqual([
    206,
    text.slice(10, 20),
    `bytes 10-19/${text.length}`,
  ]);
  const tail = await download(server, root, `${base}/a.txt`, { range: "bytes=-5", "if-range": etag });
  expect([tail.status, tail.body.toString()]).toEqual([206, text.slice(-5)]);
  const stale = await download(server, root, `${base}/a.txt`, { range: "bytes=-5", "if-range": '"other"' });
  expect([stale.status, stale.body.length]).toEqual([200, text.length]);
  const outside = await download(server, root, `${base}/a.txt`, { range: "bytes=99999-" });
  expect(outside.status).toBe(416);
  const same = await download(server, root, `${base}/a.txt`, { "if-none-match": etag });
  expect([same.status, same.body.length]).toEqual([304, 0]);
  const since = await download(server, root, `${base}/a.txt`, {
    "if-modified-since": String(whole.headers["last-modified"]),
  });
  expect(since.status).toBe(304);
  const head = await download(server, root, `${base}/a.txt`, {}, "HEAD");
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(text.length)]);
});

test("several ranges come as one multipart answer", async ({ server, root, tempRoot }) => {
  const { path: base } = tempRoot({ "a.txt": text });
  const { status, headers, body } = await download(server, root, `${base}/a.txt`, { range: "bytes=0-3,100-103" });
  expect(status).toBe(206);
  const boundary = /boundary=(\w+)/.exec(String(headers["content-type"]))?.[1] ?? "";
  expect(Number(headers["content-length"])).toBe(body.length);
  const parts = body.toString().split(`--${boundary}`).slice(1, -1);
  expect(parts.map((part) => part.split("\r\n\r\n")[1])).toEqual([
    `${text.slice(0, 4)}\r\n`,
    `${text.slice(100, 104)}\r\n`,
  ]);
});

test("user files never become active content of this origin", async ({ server, root, tempRoot }) => {
  const script = "<script>alert(1)</script>";
  const names = ["a.html", "a.svg", "a.xhtml", "a.js", "a.xml", "a.pdf", "a"];
  const { path: base } = tempRoot(Object.fromEntries(names.map((name) => [name, script])));
  for (const name of names) {
    const { headers } = await rawRequest(server, `/api/file/download?file=${base}/${name}&inline=1`, { session: root });
    expect.soft(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
    expect.soft(headers["x-content-type-options"]).toBe("nosniff");
    expect.soft(String(headers["content-type"])).not.toMatch(/html|javascript|text\/xml/);
  }
});

test("a ticket with the cookie reads its entries and nothing else", async ({ server, root, tempRoot }) => {
  const { path: base } = tempRoot({ "a.txt": "A", "b.txt": "B" });
  const session = await signIn(server, await makeUser(server, root, { permissions: ["file_read"] }));
  const made = await call<{ ticket: string }>(server, "file/ticket", { session, body: { files: [`${base}/a.txt`] } });
  const { ticket } = made.answer.data;
  const get = (file: string, cookie: string) =>
    rawRequest(server, `/api/file/download?file=${base}/${file}&token=${ticket}`, { headers: { cookie } });
  expect((await get("a.txt", session.cookie)).body.toString()).toBe("A");
  expect((await get("b.txt", session.cookie)).status).toBe(403);
  expect((await get("a.txt", "")).status).toBe(401);
  expect((await get("a.txt", root.cookie)).status).toBe(403);
  await call(server, "user/logout", { session, body: {} });
  expect((await get("a.txt", session.cookie)).status).toBe(401);
});

test("several entries and folders come as a zip that unzip accepts", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({
    docs: { "ä.txt": "umlaut", empty: {}, deep: { "x.bin": "1234" } },
    "b.txt": "B",
    "c.txt": "C",
  });
  symlinkSync("/etc/passwd", path.join(dir, "docs", "link"));
  const { status, body, headers } = await rawRequest(
    server,
    `/api/file/download?file=${base}/docs&file=${base}/b.txt`,
    { session: root },
  );
  expect([status, headers["content-type"]]).toEqual([200, "application/zip"]);
  const name = `${path.basename(dir)}-2-entries.zip`;
  expect(headers["content-disposition"]).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
  const zip = path.join(dir, "out.zip");
  writeFileSync(zip, body);
  const listing = execFileSync("python3", [
    "-c",
    "import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n:z.read(n).decode() for n in z.namelist()}))",
    zip,
  ]).toString();
  expect(JSON.parse(listing)).toEqual({
    // Not where it leads to: whoever gets the zip need not know.
    "Not in this archive.txt": "Links and special files that were left out:\n\ndocs/link\n",
    "docs/": "",
    "docs/ä.txt": "umlaut",
    "docs/empty/": "",
    "docs/deep/": "",
    "docs/deep/x.bin": "1234",
    "b.txt": "B",
  });
});

test("a zip is called after what is in it, for old and new clients", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ "Überblick (1)": { a: "a", b: "b" } });
  const folder = `${base}/Überblick (1)`;
  const dispositionOf = async (...files: string[]) => {
    const query = files.map((file) => `file=${encodeURIComponent(file)}`).join("&");
    return (await rawRequest(server, `/api/file/download?${query}`, { session: root })).headers["content-disposition"];
  };
  expect(await dispositionOf(folder)).toBe(
    "attachment; filename=\"_berblick (1).zip\"; filename*=UTF-8''%C3%9Cberblick%20%281%29.zip",
  );
  expect(await dispositionOf(`${folder}/a`, `${folder}/b`)).toBe(
    "attachment; filename=\"_berblick (1)-2-entries.zip\"; filename*=UTF-8''%C3%9Cberblick%20%281%29-2-entries.zip",
  );
  // The root is called as the user sees it, not by its id.
  mkdirSync(path.join(server.filesDir, `${path.basename(dir)}-2`));
  expect(await dispositionOf(base, `${base}-2`)).toContain('filename="Files-2-entries.zip"');
});
