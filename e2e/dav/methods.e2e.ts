import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { call } from "../support/api-client";
import { dav, makeAppPassword, makeDavUser, turnDav } from "../support/dav-client";
import { serverTest as base } from "../support/server-test";

type Ask = (method: string, target: string, more?: Parameters<typeof dav>[3]) => ReturnType<typeof dav>;
const test = base.extend<{ ask: Ask }>({
  ask: async ({ server, root }, use) => {
    await turnDav(server, root, true);
    const as = await makeAppPassword(server, root);
    await use((method, target, more) => dav(server, method, target, { as, ...more }));
  },
});

test("reads by the rules of HTTP: ranges, conditions, HEAD; what a browser must not run stays a download", async ({
  ask,
  tempRoot,
}) => {
  const { path: folder } = tempRoot({ "a.bin": "0123456789", "page.html": "<script>alert(1)</script>" });
  const whole = await ask("GET", `${folder}/a.bin`);
  const etag = String(whole.headers["etag"]);
  const part = await ask("GET", `${folder}/a.bin`, { headers: { range: "bytes=2-4" } });
  expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
  expect((await ask("GET", `${folder}/a.bin`, { headers: { range: "bytes=20-" } })).status).toBe(416);
  expect((await ask("GET", `${folder}/a.bin`, { headers: { "if-none-match": etag } })).status).toBe(304);
  const head = await ask("HEAD", `${folder}/a.bin`);
  expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "10", ""]);
  const listed = await ask("PROPFIND", `${folder}/`, { headers: { depth: "1" } });
  expect(listed.text).toContain(`<D:getetag>${etag.replaceAll('"', "&quot;")}</D:getetag>`);
  const page = await ask("GET", `${folder}/page.html`);
  expect([page.headers["content-type"], String(page.headers["content-disposition"]).startsWith("attachment")]).toEqual([
    "application/octet-stream",
    true,
  ]);
  expect(page.headers["content-security-policy"]).toContain("sandbox");
});

test("writes by the rules of HTTP: only new, only as it was read, with a time; parts by Content-Range and X-Update-Range", async ({
  ask,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({ "old.txt": "old" });
  const file = `${folder}/old.txt`;
  const text = () => readFileSync(path.join(dir, "old.txt"), "utf8");
  const put = (body: string, headers = {}) => ask("PUT", file, { body, headers });
  expect((await put("x", { "if-none-match": "*" })).status).toBe(412);
  expect((await put("x", { "if-match": '"other"' })).status).toBe(412);
  const { etag = "" } = (await ask("HEAD", file)).headers;
  const saved = await put("new", { "if-match": etag, "x-oc-mtime": "1600000000" });
  expect([saved.status, saved.headers["x-oc-mtime"], text()]).toEqual([204, "accepted", "new"]);
  expect(Math.floor(statSync(path.join(dir, "old.txt")).mtimeMs)).toBe(1_600_000_000_000);
  expect((await put("y", { "if-match": etag })).status).toBe(412);

  expect((await put("ABC", { "content-range": "bytes 1-3/4" })).status).toBe(204);
  expect(text()).toBe("nABC");
  expect((await put("AB", { "content-range": "bytes 1-3/4" })).status).toBe(400);
  expect((await put("x", { "content-range": "bytes 9-9/10" })).status).toBe(416);
  const type = "application/x-sabredav-partialupdate";
  const patch = (body: string, range: string) =>
    ask("PATCH", file, { body, headers: { "content-type": type, "x-update-range": range } });
  for (const [body, range, after] of [
    ["--", "append", "nABC--"],
    ["12", "bytes=0-1", "12BC--"],
    ["3", "bytes=2-", "123C--"],
    ["!", "bytes=-1", "123C-!"],
  ] as const) {
    expect([(await patch(body, range)).status, text()]).toEqual([204, after]);
  }
  expect((await patch("x", "bytes=-")).status).toBe(400);
  expect((await ask("PATCH", file, { body: "x", headers: { "x-update-range": "append" } })).status).toBe(415);
  expect(
    (await ask("PATCH", `${folder}/none`, { body: "x", headers: { "content-type": type, "x-update-range": "append" } }))
      .status,
  ).toBe(404);
  expect(text()).toBe("123C-!");
});

test("moves and copies over what is there: atomically, and what gives way is in the trash", async ({
  server,
  root,
  ask,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({
    "a.txt": "a",
    "b.txt": "b",
    one: { "x.txt": "x", deep: { "y.txt": "y" } },
    two: { "old.txt": "old" },
  });
  const to = (name: string, more = {}) => ({
    headers: { destination: `${server.url}/dav/${folder}/${name}`, ...more },
  });
  const read = (name: string) => readFileSync(path.join(dir, name), "utf8");
  expect((await ask("MOVE", `${folder}/a.txt`, to("b.txt", { overwrite: "F" }))).status).toBe(412);
  expect((await ask("MOVE", `${folder}/a.txt`, to("b.txt"))).status).toBe(204);
  expect([read("b.txt"), existsSync(path.join(dir, "a.txt"))]).toEqual(["a", false]);
  expect((await ask("COPY", `${folder}/one`, to("two"))).status).toBe(204);
  expect([readdirSync(path.join(dir, "two")).toSorted(), read("two/deep/y.txt")]).toEqual([["deep", "x.txt"], "y"]);
  expect((await ask("COPY", `${folder}/b.txt`, to("one/deep"))).status).toBe(204);
  expect(read("one/deep")).toBe("a");
  expect((await ask("COPY", `${folder}/two`, to("flat", { depth: "0" }))).status).toBe(201);
  expect(readdirSync(path.join(dir, "flat"))).toEqual([]);
  // Neither into itself nor over what holds it: that would take the source away first.
  for (const method of ["COPY", "MOVE"]) {
    expect((await ask(method, `${folder}/two`, to("two/deep/in"))).status).toBe(403);
    expect((await ask(method, `${folder}/two/deep`, to("two"))).status).toBe(403);
    expect((await ask(method, `${folder}/two`, to("two"))).status).toBe(403);
    expect((await ask(method, `${folder}/two`, to("none/two"))).status).toBe(409);
  }
  expect(read("two/deep/y.txt")).toBe("y");
  // What may not go where it is sent leaves both as they are.
  const own = { paths: [`${folder}/held`] };
  mkdirSync(path.join(dir, "held"));
  expect((await call(server, "setting/protected/own", { session: root, body: own })).status).toBe(200);
  expect((await ask("MOVE", `${folder}/held`, to("two"))).status).toBe(403);
  expect((await ask("COPY", `${folder}/two`, to("held"))).status).toBe(403);
  await call(server, "setting/protected/own", { session: root, body: { paths: [] } });
  expect(readdirSync(dir).toSorted()).toEqual(["b.txt", "flat", "held", "one", "two"]);
  expect(read("two/deep/y.txt")).toBe("y");
  expect((await ask("MOVE", `${folder}/flat`, to("held"))).status).toBe(204);
  expect((await ask("DELETE", `${folder}/two/x.txt`)).status).toBe(204);
  expect((await ask("DELETE", `${folder}/two/x.txt`)).status).toBe(404);
  expect((await ask("PUT", `${folder}/.DS_Store`, { body: "x" })).status).toBe(201);
  expect((await ask("DELETE", `${folder}/.DS_Store`)).status).toBe(204);
  expect((await ask("DELETE", "files/")).status).toBe(403);
  expect((await ask("DELETE", "")).status).toBe(403);
  const trash = await call<{ entries: { name: string; path: string | null }[] }>(server, "trash/list", {
    session: root,
  });
  const names = trash.answer.data.entries.filter((entry) => entry.path?.startsWith(folder)).map(({ name }) => name);
  // `b.txt` is the earlier version of what was moved over.
  expect(names.toSorted()).toEqual(["b.txt", "deep", "held", "two", "x.txt"]);
});

test("a lock holds others off, properties stay with a file, and both end with it", async ({
  server,
  root,
  ask,
  tempRoot,
}) => {
  const { path: folder } = tempRoot({ "a.txt": "a", sub: {} });
  const other = await makeDavUser(server, root, {
    permissions: [
      "file_read",
      "webdav",
      "filecat_file_context_update_upload_created_copy_decompression",
      "filecat_file_delete_cut_rename",
    ],
  });
  const body = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me &amp; you</D:owner></D:lockinfo>`;
  const locked = await ask("LOCK", `${folder}/`, { body, headers: { timeout: "Second-99999" } });
  const token = String(locked.headers["lock-token"]);
  expect(locked.text).toMatch(/<D:owner>me &amp; you<\/D:owner><D:timeout>Second-3600/);
  for (const [method, target] of [
    ["PUT", "a.txt"],
    ["PUT", "sub/new.txt"],
    ["DELETE", "sub"],
    ["MKCOL", "made"],
    ["LOCK", "a.txt"],
  ] as const) {
    const mine = await dav(server, method, `${folder}/${target}`, { as: other, body: method === "LOCK" ? body : "" });
    // Another's token is of no use.
    const theirs = await dav(server, method, `${folder}/${target}`, {
      as: other,
      body: method === "LOCK" ? body : "",
      headers: { if: `(${token})` },
    });
    expect.soft([method, mine.status, theirs.status]).toEqual([method, 423, 423]);
  }
  expect((await dav(server, "UNLOCK", `${folder}/`, { as: other, headers: { "lock-token": token } })).status).toBe(403);
  const set = `<propertyupdate xmlns="DAV:"><set><prop><x:colour xmlns:x="urn:x">r&amp;d</x:colour><Z:Win32LastModifiedTime xmlns:Z="urn:schemas-microsoft-com:">Sat, 01 Jan 2022 00:00:00 GMT</Z:Win32LastModifiedTime></prop></set></propertyupdate>`;
  const shown = { if: `(${token})` };
  expect((await ask("PROPPATCH", `${folder}/a.txt`, { body: set, headers: shown })).text).toContain("200 OK");
  const refused = `<propertyupdate xmlns="DAV:"><set><prop><getetag>x</getetag><y xmlns="urn:x">1</y></prop></set></propertyupdate>`;
  const answer = await ask("PROPPATCH", `${folder}/a.txt`, { body: refused, headers: shown });
  expect([answer.text.includes("403 Forbidden"), answer.text.includes("424 Failed Dependency")]).toEqual([true, true]);

  const destination = `${server.url}/dav/${folder}/sub/b.txt`;
  expect((await ask("MOVE", `${folder}/a.txt`, { headers: { ...shown, destination } })).status).toBe(201);
  const find = `<propfind xmlns="DAV:"><prop><colour xmlns="urn:x"/><getlastmodified/><none xmlns="urn:x"/></prop></propfind>`;
  const asked = await ask("PROPFIND", `${folder}/sub/b.txt`, { body: find, headers: { depth: "0" } });
  expect(asked.text).toContain('<colour xmlns="urn:x">r&amp;d</colour>');
  expect(asked.text).toContain("Sat, 01 Jan 2022 00:00:00 GMT");
  expect(asked.text).toMatch(/<none xmlns="urn:x"\/><\/D:prop><D:status>HTTP\/1.1 404/);
  expect((await ask("DELETE", `${folder}/sub/b.txt`, { headers: shown })).status).toBe(204);
  expect((await ask("PUT", `${folder}/sub/b.txt`, { body: "again", headers: shown })).status).toBe(201);
  expect((await ask("PROPFIND", `${folder}/sub/b.txt`, { body: find, headers: { depth: "0" } })).text).not.toContain(
    "r&amp;d",
  );
  expect((await ask("UNLOCK", `${folder}/`, { headers: { "lock-token": token } })).status).toBe(204);
  expect((await dav(server, "PUT", `${folder}/a.txt`, { as: other, body: "mine" })).status).toBe(201);
});

test("conditions about many resources are refused before each is looked for", async ({ ask, tempRoot }) => {
  const { path: folder } = tempRoot({ "a.txt": "1" });
  const about = (count: number, list: string) =>
    Array.from({ length: count }, (_, index) => `</dav/${folder}/${index}>(${list})`).join("");
  const put = (header: string) => ask("PUT", `${folder}/a.txt`, { body: "2", headers: { if: header } });
  expect((await put(about(10, "Not <DAV:no-lock>"))).status).toBe(204);
  expect((await put(`${about(10, "<DAV:no-lock>")}${"(<DAV:no-lock>)".repeat(100)}`)).status).toBe(412);
  expect((await put(about(40, "<DAV:no-lock>"))).status).toBe(400);
});

test("lists every name there can be; links as what they lead to; 20,000 entries come while they are read", async ({
  ask,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({ "a & <b>.txt": "1", "100%#?.txt": "2", sub: {}, many: {} });
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/raw-`), Buffer.from([0xff, 0x01])]), "3");
  symlinkSync("sub", path.join(dir, "to-sub"));
  symlinkSync("nowhere", path.join(dir, "to-nowhere"));
  const listed = await ask("PROPFIND", `${folder}/`, { headers: { depth: "1" } });
  const hrefs = [...listed.text.matchAll(/<D:href>([^<]*)/g)].map(([, href]) =>
    String(href).split("/").slice(4).join("/"),
  );
  expect(hrefs.toSorted()).toEqual([
    "",
    "100%25%23%3F.txt",
    "a%20%26%20%3Cb%3E.txt",
    "many/",
    "raw-%FF%01",
    "sub/",
    "to-sub/",
  ]);
  expect((await ask("GET", `${folder}/raw-%FF%01`)).text).toBe("3");
  expect(listed.text).toContain("<D:displayname>a &amp; &lt;b&gt;.txt</D:displayname>");
  for (let index = 0; index < 20_000; index++) writeFileSync(path.join(dir, "many", `file-${index}`), "");
  const many = await ask("PROPFIND", `${folder}/many`, { headers: { depth: "1" } });
  expect([many.status, many.headers["content-length"], many.text.match(/<D:response>/g)?.length]).toEqual([
    207,
    undefined,
    20_001,
  ]);
  mkdirSync(path.join(dir, "more"));
  const quota = `<propfind xmlns="DAV:"><prop><quota-available-bytes/><quota-used-bytes/></prop></propfind>`;
  const space = await ask("PROPFIND", `${folder}/more`, { body: quota, headers: { depth: "0" } });
  expect(space.text).toMatch(/<D:quota-available-bytes>\d+<.*<D:quota-used-bytes>\d+</);
});
