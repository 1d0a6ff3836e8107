import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { makeShare } from "../support/make-share";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";

const picture = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)])).toString();

test("a small picture is made for whoever may read the file, by a ticket too, and for nobody else", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base, dir } = tempRoot({ own: { "a.jpg": await picture("red"), "b.jpg": await picture("blue") } });
  const [mine, beside] = [`${base}/own/a.jpg`, `${base}/own/b.jpg`];
  const get = (values: Record<string, string | number>, session: Session | null = null, cookie = "") =>
    rawRequest(server, `/api/preview/thumbnail?${query({ size: 320, ...values })}`, {
      session,
      ...(cookie === "" ? {} : { headers: { cookie } }),
    });
  const made = await get({ file: mine }, root);
  expect([made.status, made.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(await sharp(made.body).metadata()).toMatchObject({ width: 320, height: 213 });
  expect((await get({ file: mine, size: 321 }, root)).status).toBe(400);

  expect((await get({ file: mine })).status).toBe(401);
  const ticket = await call<{ ticket: string }>(server, "file/ticket", {
    session: root,
    body: { files: [mine], each: true },
  });
  const token = ticket.answer.data.ticket;
  expect((await get({ file: mine, token }, null, root.cookie)).status).toBe(200);
  expect((await get({ file: beside, token }, null, root.cookie)).status).toBe(403);

  const deaf = await signIn(server, await makeUser(server, root, { permissions: [] }));
  expect((await get({ file: mine }, deaf)).status).toBe(403);
  const outside = await signIn(
    server,
    await makeUser(server, root, { permissions: ["file_read"], deny: [path.join(dir, "own")] }),
  );
  // What was made for one is not given to another.
  const refused = await get({ file: mine }, outside);
  expect(refused.status).not.toBe(200);
  const { answer } = await call<{ facts: unknown[] }>(server, "preview/facts", {
    session: outside,
    body: { files: [mine] },
  });
  expect(answer.data.facts).toEqual([null]);
});

test("a visitor has small pictures of what is shared, and of nothing beside or behind it", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base, dir } = tempRoot({
    shared: { "a.jpg": await picture("red"), "fake.jpg": "no picture" },
    "beside.jpg": await picture("blue"),
  });
  symlinkSync(path.join(dir, "beside.jpg"), path.join(dir, "shared", "link.jpg"));
  writeFileSync(path.join(dir, "shared", "empty.png"), "");
  const share = await makeShare(server, root, { files: [`${base}/shared`], mode: "view" });
  const get = (link: string, file: string) =>
    rawRequest(server, `/api/share/${link}/thumbnail?${query({ path: file, size: 640 })}`, {});
  const made = await get(share.link, "shared/a.jpg");
  expect([made.status, made.headers["content-type"]]).toEqual([200, "image/webp"]);
  for (const file of ["shared/../beside.jpg", "beside.jpg", "shared/link.jpg", "shared/fake.jpg", "shared/empty.png"])
    expect.soft([file, (await get(share.link, file)).status]).not.toEqual([file, 200]);
  const counted = await makeShare(server, root, { files: [`${base}/shared`], max_downloads: 1 });
  expect((await get(counted.link, "shared/a.jpg")).status).not.toBe(200);
  const locked = await makeShare(server, root, { files: [`${base}/shared`], password: "a long password" });
  expect((await get(locked.link, "shared/a.jpg")).status).toBe(401);
});
