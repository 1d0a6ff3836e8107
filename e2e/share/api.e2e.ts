import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { Share, VisitedShare } from "@/lib/contracts/share";
import type { Permission } from "@/lib/shared/permissions";
import { call, makeUser, signIn } from "../support/api-client";
import { rawRequest } from "../support/raw-request";
import { makeShare } from "../support/make-share";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";

const sharing: readonly Permission[] = [
  "file_share",
  "file_read",
  "filecat_file_context_update_upload_created_copy_decompression",
];

const visit = (server: Filedeck, link: string, headers: Record<string, string> = {}) =>
  call<VisitedShare>(server, `share/${link}/info`, { headers });
const get = (server: Filedeck, link: string, rest: string, headers: Record<string, string> = {}) =>
  rawRequest(server, `/api/share/${link}/${rest}`, { headers });

test("a folder is seen, read in ranges and taken along as a zip, without an account", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base } = tempRoot({ holiday: { "a.txt": "0123456789", sub: { "b.txt": "b" } }, "beside.txt": "no" });
  const share = await makeShare(server, root, { files: [`${base}/holiday`], note: "From Crete" });
  expect(share).toMatchObject({ title: "holiday", mode: "download", state: "active", owner: root.username });

  const { answer } = await visit(server, share.link);
  expect(answer.data).toMatchObject({ title: "holiday", note: "From Crete", downloads_left: null });
  expect(answer.data.entries.map(({ name, kind }) => [name, kind])).toEqual([["holiday", "folder"]]);
  const listed = await call<{ files: { name: string }[]; folders: { name: string }[] }>(
    server,
    `share/${share.link}/list?path=holiday`,
  );
  expect([listed.answer.data.files, listed.answer.data.folders].flat().map(({ name }) => name)).toEqual([
    "a.txt",
    "sub",
  ]);
  const part = await get(server, share.link, "file?path=holiday/a.txt", { range: "bytes=2-4" });
  expect([part.status, part.body.toString()]).toEqual([206, "234"]);
  const text = await call<{ context: string }>(server, `share/${share.link}/text?path=holiday/sub/b.txt`);
  expect(text.answer.data.context).toBe("b");
  const zip = await get(server, share.link, "zip");
  const file = path.join(server.filesDir, `${share.id}.zip`);
  writeFileSync(file, zip.body);
  expect(execFileSync("unzip", ["-Z1", file]).toString().trim().split("\n").toSorted()).toEqual([
    "holiday/",
    "holiday/a.txt",
    "holiday/sub/",
    "holiday/sub/b.txt",
  ]);
  const own = await call<{ shares: Share[] }>(server, "share/list", { session: root });
  expect(own.answer.data.shares.find(({ id }) => id === share.id)).toMatchObject({ visits: 1, downloads: 2 });
});

test("nothing beside, above or behind a link out is reached", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ in: { "a.txt": "a" }, out: { "secret.txt": "TOP-SECRET" }, "one.txt": "1" });
  symlinkSync("../out", path.join(dir, "in", "link"));
  symlinkSync("../out/secret.txt", path.join(dir, "in", "link.txt"));
  const folder = await makeShare(server, root, { files: [`${base}/in`] });
  const single = await makeShare(server, root, { files: [`${base}/one.txt`] });
  expect((await get(server, single.link, "file?path=one.txt")).body.toString()).toBe("1");
  const attempts = [
    "in/../out/secret.txt",
    "out/secret.txt",
    "in/link/secret.txt",
    "in/link.txt",
    `${base}/out/secret.txt`,
  ]
    .concat([
      "in/..%2fout%2fsecret.txt",
      "in%2f..%2fout/secret.txt",
      "one.txt/../out/secret.txt",
      "files",
      "system/etc/passwd",
      "one.txt",
    ])
    .flatMap((at) => ["file", "text", "list", "zip"].map((way) => `${way}?path=${at}`));
  for (const attempt of attempts)
    for (const link of [folder.link, single.link]) {
      if (link === single.link && attempt.endsWith("=one.txt")) continue;
      const { status, body } = await get(server, link, attempt);
      expect.soft([attempt, status >= 400 && status < 500]).toEqual([attempt, true]);
      expect.soft(body.toString()).not.toContain("TOP-SECRET");
    }
  const zip = await get(server, folder.link, "zip");
  expect(zip.body.includes("TOP-SECRET")).toBe(false);
  // Swapped for a link after it was shared: what it leads to now was never given.
  rmSync(path.join(dir, "one.txt"));
  symlinkSync("/etc/passwd", path.join(dir, "one.txt"));
  await expect.poll(async () => (await get(server, single.link, "file?path=one.txt")).status).toBe(410);
  expect((await visit(server, single.link)).answer.error).toBe("share/gone");
});

test("a password is asked for, throttled, and a new one locks again", async ({ server, root, tempRoot }) => {
  const { path: base } = tempRoot({ "a.txt": "a" });
  const share = await makeShare(server, root, { files: [`${base}/a.txt`], password: "sesame" });
  expect(JSON.stringify(share)).not.toMatch(/argon|sesame/);
  const locked = await visit(server, share.link);
  expect([locked.status, locked.answer.code, locked.answer.error]).toEqual([401, 7, "share/password"]);
  expect(locked.text).not.toContain("a.txt");
  expect((await get(server, share.link, "file?path=a.txt")).status).toBe(401);
  const unlock = (password: string) => call(server, `share/${share.link}/unlock`, { body: { password } });
  const wrong = await unlock("open");
  expect([wrong.status, wrong.answer.error]).toEqual([401, "share/password-wrong"]);
  const right = await unlock("sesame");
  expect(right.status).toBe(200);
  const cookie = String(right.headers.getSetCookie()[0]);
  expect(cookie).toMatch(new RegExp(`Path=/api/share/${share.link}; .*HttpOnly; SameSite=Lax`));
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  expect((await visit(server, share.link, headers)).status).toBe(200);
  expect((await get(server, share.link, "file?path=a.txt", headers)).body.toString()).toBe("a");
  const other = await makeShare(server, root, { files: [`${base}/a.txt`], password: "sesame" });
  const borrowed = { cookie: headers.cookie.replace(share.id, other.id) };
  expect((await visit(server, other.link, borrowed)).status).toBe(401);
  const { id, mode, title, note } = share;
  const changed = { mode, title, note, password: "other" };
  expect((await call(server, `share/${id}/update`, { session: root, body: changed })).status).toBe(200);
  expect((await visit(server, share.link, headers)).status).toBe(401);
  for (let tries = 0; tries < 5; tries++) await unlock("guess");
  expect((await unlock("other")).status).toBe(429);
});

test("a share ends by its time, its downloads or its owner, and gives no more than was meant", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base } = tempRoot({ "a.txt": "0123456789", "b.txt": "b" });
  const files = [`${base}/a.txt`, `${base}/b.txt`];
  const past = await makeShare(server, root, { files, expires_at: Date.now() - 1 });
  expect((await visit(server, past.link)).answer.error).toBe("share/expired");
  expect((await get(server, past.link, "file?path=a.txt")).status).toBe(410);

  const twice = await makeShare(server, root, { files, max_downloads: 1 });
  const part = await get(server, twice.link, "file?path=a.txt", { range: "bytes=0-3" });
  const cookie = String(part.headers["set-cookie"]).split(";")[0] ?? "";
  const rest = await get(server, twice.link, "file?path=a.txt", { range: "bytes=4-", cookie });
  expect([part.body.toString(), rest.body.toString()]).toEqual(["0123", "456789"]);
  expect((await get(server, twice.link, "file?path=b.txt")).status).toBe(410);
  expect((await get(server, twice.link, "text?path=b.txt")).status).toBe(410);
  expect((await get(server, twice.link, "zip")).status).toBe(410);

  const view = await makeShare(server, root, { files, mode: "view" });
  expect((await get(server, view.link, "file?path=a.txt&inline=1")).headers["content-disposition"]).toMatch(/^inline/);
  expect((await get(server, view.link, "file?path=a.txt")).status).toBe(403);
  expect((await get(server, view.link, "zip")).status).toBe(403);

  const named = await makeShare(server, root, { files, link: "summer-2026" });
  const taken = await call(server, "share/create", { session: root, body: { files, link: "summer-2026" } });
  expect([taken.status, taken.answer.error]).toEqual([409, "share/link-taken"]);
  expect((await visit(server, "summer-2026")).status).toBe(200);
  expect((await call(server, `share/${named.id}`, { method: "DELETE", session: root })).status).toBe(200);
  expect((await visit(server, "summer-2026")).status).toBe(404);
});

test("what the owner may no longer do, the share no longer gives", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ mine: { "a.txt": "a", deep: { "b.txt": "b" } } });
  const user = await makeUser(server, root, { permissions: sharing, access: [path.join(dir, "mine")] });
  const owner = await signIn(server, user);
  const share = await makeShare(server, owner, { files: [`${base}/mine`] });
  expect((await get(server, share.link, "file?path=mine/deep/b.txt")).body.toString()).toBe("b");
  const foreign = await call(server, "share/create", { session: owner, body: { files: ["files"] } });
  expect(foreign.status).toBe(200);
  const seen = await call<{ folders: { name: string }[] }>(
    server,
    `share/${(foreign.answer.data as Share).link}/list?path=files`,
  );
  expect(seen.answer.data.folders.map(({ name }) => name)).toEqual([path.basename(dir)]);

  const role = (denied: string[], permissions: readonly Permission[]) =>
    call(server, `user/roles/${user.roleId}`, {
      method: "PUT",
      session: root,
      body: {
        name: `role-${user.roleId}`,
        access_dirs: [path.join(dir, "mine")],
        only_read_dirs: [],
        not_access_dirs: denied,
        auth_list: permissions,
      },
    });
  expect((await role([path.join(dir, "mine", "deep")], sharing)).status).toBe(200);
  await expect.poll(async () => (await get(server, share.link, "file?path=mine/deep/b.txt")).status).toBe(404);
  expect((await get(server, share.link, "file?path=mine/a.txt")).status).toBe(200);
  expect((await role([], ["file_read"])).status).toBe(200);
  expect((await visit(server, share.link)).status).toBe(404);
  const all = await call<{ shares: Share[] }>(server, "share/list", { session: root });
  expect(all.answer.data.shares.find(({ id }) => id === share.id)).toMatchObject({
    owner: user.username,
    state: "suspended",
  });
});

test("another user's share is not there, neither to change nor to end; what was moved away is gone", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ "a.txt": "a" });
  const share = await makeShare(server, root, { files: [`${base}/a.txt`] });
  const stranger = await signIn(server, await makeUser(server, root, { permissions: sharing }));
  expect((await call(server, `share/${share.id}`, { method: "DELETE", session: stranger })).status).toBe(404);
  expect((await call(server, `share/${share.id}/update`, { session: stranger, body: {} })).status).toBe(404);
  const list = await call<{ shares: Share[] }>(server, "share/list", { session: stranger });
  expect(list.answer.data.shares).toEqual([]);
  renameSync(path.join(dir, "a.txt"), path.join(dir, "moved.txt"));
  expect((await visit(server, share.link)).answer.error).toBe("share/gone");
  expect((await get(server, share.link, "file?path=a.txt")).status).toBe(410);
  expect(readdirSync(dir)).toEqual(["moved.txt"]);
});

test("a drop box takes what it may, in pieces that are taken up again, and shows nothing", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ inbox: { "film.mp4": "already here" } });
  const limits = { max_files: 3, max_bytes: 60, extensions: ["mp4", "PDF"] };
  const share = await makeShare(server, root, { files: [`${base}/inbox`], mode: "upload", limits });
  const tus = (method: string, at: string, headers: Record<string, string>, body?: string) =>
    rawRequest(server, `/api/share/${share.link}/${at}`, {
      method,
      headers: { "tus-resumable": "1.0.0", ...headers },
      // Of each address so many refusals are recorded in a minute.
      from: "127.0.0.79",
      ...(body === undefined ? {} : { body }),
    });
  const named = (name: string, more: Record<string, string> = {}) =>
    Object.entries({ filename: name, ...more })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
      .join(",");
  const create = (name: string, size: number, more?: Record<string, string>) =>
    tus("POST", "tus", { "upload-length": String(size), "upload-metadata": named(name, more) });

  const sha256 = createHash("sha256").update("0123456789").digest("hex");
  const made = await create("film.mp4", 10, { sha256 });
  expect(made.status).toBe(201);
  const location = String(made.headers["location"]).replace(`/api/share/${share.link}/`, "");
  const patch = (offset: number, body: string) =>
    tus(
      "PATCH",
      location,
      { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      body,
    );
  expect((await patch(0, "01234")).headers["upload-offset"]).toBe("5");
  expect((await tus("HEAD", location, {})).headers["upload-offset"]).toBe("5");
  const last = await patch(5, "56789");
  expect([last.status, last.headers["repr-digest"]]).toEqual([
    204,
    `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
  ]);
  expect(readFileSync(path.join(dir, "inbox/film (2).mp4"), "utf8")).toBe("0123456789");
  expect(readFileSync(path.join(dir, "inbox/film.mp4"), "utf8")).toBe("already here");

  const refused = async (answer: ReturnType<typeof create>) => JSON.parse((await answer).body.toString()).error;
  expect(await refused(create("run.sh", 5))).toBe("share/extension");
  expect(await refused(create("big.pdf", 51))).toBe("share/too-large");
  expect((await create("out.pdf", 5, { dir: "../.." })).status).toBe(400);
  const both = await Promise.all(["a.pdf", "b.pdf", "c.pdf"].map((name) => create(name, 5, { dir: "from/me" })));
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["201", "201", "409"]);

  const seen = await visit(server, share.link);
  expect(seen.answer.data).toMatchObject({ entries: [], files_left: 2, bytes_left: 50 });
  for (const attempt of ["file?path=inbox/film.mp4", "text?path=inbox/film.mp4", "list?path=inbox", "zip"])
    expect((await get(server, share.link, attempt)).status).toBe(403);
  const list = await call<{ shares: Share[] }>(server, "share/list", { session: root });
  expect(list.answer.data.shares.find(({ id }) => id === share.id)).toMatchObject({ uploads: 1, uploaded_bytes: 10 });
  const audit = await call(server, "audit/list?action=POST%20share/%7Blink%7D/tus", { session: root });
  for (const said of ["film.mp4", "run.sh", "from/me/a.pdf"]) expect(audit.text).toContain(`${share.link}: ${said}`);
  const other = await makeShare(server, root, { files: [`${base}/inbox`], mode: "upload" });
  expect(
    (
      await rawRequest(server, `/api/share/${other.link}/${location}`, {
        method: "HEAD",
        headers: { "tus-resumable": "1.0.0" },
      })
    ).status,
  ).toBe(404);
});
