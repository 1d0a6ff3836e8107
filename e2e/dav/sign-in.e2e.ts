import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { permissionNames } from "@/lib/shared/permissions";
import { call, signIn } from "../support/api-client";
import { basicOf, dav, makeAppPassword, makeDavUser, turnDav } from "../support/dav-client";
import { serverTest as test } from "../support/server-test";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";

const all = permissionNames.filter((name) => name !== "user_manage" && name !== "role_manage");
const secret = "TOP-SECRET-CONTENT";

test("while it is off there is nothing, whoever asks; turning it on needs the right, and a restart keeps it", async () => {
  const server = await startFiledeck();
  let again: typeof server | null = null;
  try {
    const root = await signIn(server);
    const password = await makeAppPassword(server, root);
    for (const method of ["OPTIONS", "PROPFIND", "GET", "PUT", "DELETE", "LOCK"]) {
      for (const as of [null, password]) expect.soft((await dav(server, method, "files/", { as })).status).toBe(404);
    }
    const others = await makeDavUser(server, root, { permissions: all.filter((name) => name !== "webdav_setting") });
    const refused = await call(server, "dav/setting", { session: others.session, body: { on: true } });
    expect(refused.answer.error).toBe("auth/forbidden");
    await turnDav(server, root, true);
    const probe = await dav(server, "OPTIONS", "files/");
    expect([probe.status, probe.headers["dav"], probe.headers["ms-author-via"]]).toEqual([
      200,
      "1, 2, 3, sabredav-partialupdate",
      "DAV",
    ]);
    const top = await fetch(`${server.url}/`, { method: "OPTIONS" });
    expect(top.headers.get("ms-author-via")).toBe("DAV");

    const lock =
      '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>me</owner></lockinfo>';
    const locked = await dav(server, "LOCK", "files/held.txt", { as: password, body: lock });
    expect(locked.status).toBe(201);
    await server.stop();
    again = await startFiledeck({ workDir: server.workDir });
    expect((await dav(again, "PUT", "files/held.txt", { as: password, body: "x" })).status).toBe(423);
    const shown = { if: `(${String(locked.headers["lock-token"])})` };
    expect((await dav(again, "PUT", "files/held.txt", { as: password, body: "x", headers: shown })).status).toBe(204);
  } finally {
    await (again ?? server).remove();
  }
});

test("only an app password opens it: no cookie, no token, no real password; wrong ones are slowed down and recorded", async () => {
  // Its own: what is counted against an address would slow the others down.
  const server = await startFiledeck();
  try {
    await useWrongPasswords(server);
  } finally {
    await server.remove();
  }
});

async function useWrongPasswords(server: Filedeck): Promise<void> {
  const root = await signIn(server);
  await turnDav(server, root, true);
  const folder = "files";
  writeFileSync(path.join(server.filesDir, "a.txt"), secret);
  const user = await makeDavUser(server, root, { permissions: all });
  const target = `${folder}/a.txt`;
  const open = await dav(server, "GET", target, { as: user });
  expect([open.status, open.text]).toEqual([200, secret]);
  const { cookie, token } = user.session;
  const none = await dav(server, "GET", target);
  expect([none.status, none.headers["www-authenticate"]]).toEqual([401, 'Basic realm="Filedeck", charset="UTF-8"']);
  for (const headers of [
    { cookie, authorization: token },
    { cookie, authorization: `Bearer ${token}` },
    { cookie },
    { authorization: "Basic !!!" },
    { authorization: basicOf({ ...user, password: "" }) },
    { authorization: `Basic ${"A".repeat(5_000)}` },
  ]) {
    expect.soft((await dav(server, "GET", target, { headers })).status).toBe(401);
  }
  // Another site's page that knows nothing but the address.
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await dav(server, "PUT", target, { as: user, body: "x", headers: foreign })).status).toBe(403);

  const guess = (password: string) => dav(server, "GET", target, { as: { username: user.username, password } });
  const statuses: number[] = [];
  for (const password of [user.session.password, "b", "c", "d", "e", "f", "g"])
    statuses.push((await guess(password)).status);
  expect(statuses.slice(0, 3)).toEqual([401, 401, 401]);
  expect(statuses).toContain(429);
  // What fits goes on, for the first time as well, and the user can still sign in: guessing locks nobody out.
  expect((await dav(server, "GET", target, { as: user })).status).toBe(200);
  const fresh = await makeAppPassword(server, user.session);
  expect((await dav(server, "GET", target, { as: fresh })).status).toBe(200);
  await signIn(server, user.session);
  await expect
    .poll(async () => (await call(server, `audit/list?username=${user.username}`, { session: root })).text)
    .toContain("SIGN-IN dav");
}

test("a revoked password, a disabled user and a user without the right are out at once", async ({
  server,
  root,
  tempRoot,
}) => {
  await turnDav(server, root, true);
  const { path: folder } = tempRoot({ "a.txt": "a" });
  const user = await makeDavUser(server, root, { permissions: ["file_read", "webdav"] });
  const status = async () => (await dav(server, "GET", `${folder}/a.txt`, { as: user })).status;
  expect(await status()).toBe(200);
  // Somebody else's password is not there to be revoked.
  await call(server, `dav/passwords/${user.id}`, { method: "DELETE", session: root });
  expect(await status()).toBe(200);
  await call(server, `dav/passwords/${user.id}`, { method: "DELETE", session: user.session });
  expect(await status()).toBe(401);

  const users = await call<{ users: { id: string; username: string; role_id: string }[] }>(server, "user/users", {
    session: root,
  });
  const other = await makeDavUser(server, root, { permissions: ["file_read", "webdav"] });
  const listed = await call<typeof users.answer.data>(server, "user/users", { session: root });
  const row = listed.answer.data.users.find(({ username }) => username === other.username);
  const ask = async () => (await dav(server, "PROPFIND", `${folder}/`, { as: other, headers: { depth: "0" } })).status;
  expect(await ask()).toBe(207);
  await call(server, "user/confirm", { session: root, body: { password: root.password } });
  const rights = { auth_list: ["file_read"] };
  await call(server, `user/roles/${row?.role_id}`, { method: "PUT", session: root, body: rights });
  expect(await ask()).toBe(403);
  await call(server, `user/users/${row?.id}`, { method: "PUT", session: root, body: { disabled: true } });
  expect(await ask()).toBe(401);
});
