import { expect } from "@playwright/test";
import { permissionNames } from "@/lib/shared/permissions";
import type { Role, User, UserData } from "@/lib/contracts/user";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { serverTest as test } from "../support/server-test";
import { rootUser } from "../support/start-filedeck";

const none = { access_dirs: [], only_read_dirs: [], not_access_dirs: [], auth_list: [] };

test("wrong password, unknown user and disabled account are answered alike", async ({ server, root }) => {
  const user = await makeUser(server, root);
  const disabled = await makeUser(server, root);
  await call(server, `user/users/${disabled.id}`, { method: "PUT", session: root, body: { disabled: true } });
  const answers = await Promise.all(
    [
      { username: user.username, password: "wrong-password" },
      { username: "nobody-here", password: "wrong-password" },
      { username: disabled.username, password: disabled.password },
    ].map((body) => call(server, "user/login", { body })),
  );
  for (const { status, answer, headers } of answers) {
    expect([status, answer.code, answer.error]).toEqual([401, 1, "auth/wrong-credentials"]);
    expect(headers.getSetCookie()).toEqual([]);
  }
});

test("many failures make an account wait, with the seconds in the answer", async ({ server, root }) => {
  const { username, password } = await makeUser(server, root);
  const codes: (string | undefined)[] = [];
  for (let tries = 0; tries < 7; tries++)
    codes.push((await call(server, "user/login", { body: { username, password: "wrong-password" } })).answer.error);
  expect(codes.slice(0, 5)).toEqual(Array(5).fill("auth/wrong-credentials"));
  const { status, answer, headers } = await call(server, "user/login", { body: { username, password } });
  expect([status, answer.error]).toEqual([429, "auth/throttled"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("signing out, revoking and changing the password end sessions at once", async ({ server, root }) => {
  const user = await makeUser(server, root, { permissions: ["file_read", "update_password"] });
  const [first, second, third] = [await signIn(server, user), await signIn(server, user), await signIn(server, user)];
  const status = async (session: Session) => (await call(server, "user/userInfo/get", { session })).status;

  await call(server, "user/logout", { session: first, body: {} });
  expect(await status(first)).toBe(401);

  const { answer } = await call<{ sessions: { id: string; current: boolean }[] }>(server, "user/sessions", {
    session: second,
  });
  const other = answer.data.sessions.find(({ current }) => !current);
  expect(answer.data.sessions).toHaveLength(2);
  await call(server, `user/sessions/${other?.id}`, { method: "DELETE", session: second });
  expect([await status(second), await status(third)]).toEqual([200, 401]);

  const again = await signIn(server, user);
  const changed = await call(server, "user/password", {
    session: second,
    body: { current: user.password, next: "a-new-long-password" },
  });
  expect(changed.status).toBe(200);
  expect([await status(second), await status(again)]).toEqual([200, 401]);
  const wrong = await call(server, "user/password", {
    session: second,
    body: { current: user.password, next: "another-password" },
  });
  expect([wrong.status, wrong.answer.error]).toEqual([403, "auth/password-again"]);
});

test("a session of somebody else cannot be revoked", async ({ server, root }) => {
  const [owner, stranger] = [
    await signIn(server, await makeUser(server, root)),
    await signIn(server, await makeUser(server, root)),
  ];
  const { answer } = await call<{ sessions: { id: string }[] }>(server, "user/sessions", { session: owner });
  await call(server, `user/sessions/${answer.data.sessions[0]?.id}`, { method: "DELETE", session: stranger });
  expect((await call(server, "user/userInfo/get", { session: owner })).status).toBe(200);
});

test("changing a role or a user takes effect on the next request", async ({ server, root, tempRoot }) => {
  const { path } = tempRoot({ "a.txt": "a" });
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const session = await signIn(server, user);
  expect((await call(server, `file/${path}/a.txt`, { session })).status).toBe(200);
  await call(server, `user/roles/${user.roleId}`, { method: "PUT", session: root, body: { auth_list: ["terminal"] } });
  expect((await call(server, `file/${path}/a.txt`, { session })).status).toBe(401);
  expect((await call(server, `file/${path}/a.txt`, { session: await signIn(server, user) })).status).toBe(403);
  const last = await signIn(server, user);
  await call(server, `user/users/${user.id}`, { method: "DELETE", session: root });
  expect((await call(server, "user/userInfo/get", { session: last })).status).toBe(401);
});

test("nobody grants what they do not hold, nor touches who holds more", async ({ server, root, tempRoot }) => {
  const { dir } = tempRoot();
  const manager = await signIn(
    server,
    await makeUser(server, root, { permissions: ["user_manage", "role_manage", "file_read"], access: [dir] }),
  );
  const { answer } = await call<{ users: User[] }>(server, "user/users", { session: root });
  const rootId = answer.data.users.find(({ username }) => username === rootUser.username)?.id;
  const stronger = await makeUser(server, root, { permissions: ["terminal"], access: [server.filesDir] });
  const base = {
    username: "grantee",
    password: "long-enough-1",
    is_root: false,
    disabled: false,
    role_id: null,
    ...none,
  };
  const attempts: [string, string, unknown][] = [
    ["POST", "user/users", { ...base, is_root: true }],
    ["POST", "user/users", { ...base, auth_list: ["terminal"] }],
    ["POST", "user/users", { ...base, access_dirs: ["/etc"] }],
    ["POST", "user/users", { ...base, only_read_dirs: [server.filesDir] }],
    ["POST", "user/users", { ...base, role_id: stronger.roleId }],
    ["POST", "user/roles", { name: "sneaky", ...none, auth_list: ["docker_view"] }],
    ["PUT", `user/roles/${stronger.roleId}`, { name: "renamed" }],
    ["DELETE", `user/roles/${stronger.roleId}`, undefined],
    ["PUT", `user/users/${rootId}`, { disabled: true }],
    ["POST", `user/users/${rootId}/password`, { password: "taken-over-1" }],
    ["DELETE", `user/users/${rootId}`, undefined],
    ["POST", `user/users/${stronger.id}/password`, { password: "taken-over-1" }],
  ];
  for (const [method, path, body] of attempts) {
    const result = await call(server, path, { method, session: manager, ...(body === undefined ? {} : { body }) });
    const isAccount = /^user\/users\/./.test(path);
    expect
      .soft([method, path, result.status, result.answer.error])
      .toEqual([method, path, 403, isAccount ? "user/above" : "user/grant"]);
  }
  const allowed = await call(server, "user/users", {
    session: manager,
    body: { ...base, auth_list: ["file_read"], access_dirs: [dir] },
  });
  expect(allowed.status).toBe(200);
});

test("the last root stays, a role in use stays, names are unique", async ({ server, root }) => {
  const { answer } = await call<{ users: User[] }>(server, "user/users", { session: root });
  const rootId = answer.data.users.find(({ is_root: isRoot }) => isRoot)?.id;
  for (const [method, body] of [
    ["PUT", { is_root: false }],
    ["PUT", { disabled: true }],
    ["DELETE", undefined],
  ] as const) {
    const result = await call(server, `user/users/${rootId}`, {
      method,
      session: root,
      ...(body === undefined ? {} : { body }),
    });
    expect([result.status, result.answer.error]).toEqual([409, "user/last-root"]);
  }
  const user = await makeUser(server, root);
  const inUse = await call(server, `user/roles/${user.roleId}`, { method: "DELETE", session: root });
  expect([inUse.status, inUse.answer.error]).toEqual([409, "role/in-use"]);
  const twice = await call(server, "user/users", {
    session: root,
    body: {
      username: user.username,
      password: "long-enough-1",
      is_root: false,
      disabled: false,
      role_id: null,
      ...none,
    },
  });
  expect([twice.status, twice.answer.error]).toEqual([409, "user/exists"]);
  const weak = await call(server, "user/users", {
    session: root,
    body: { username: "weakling", password: "password", is_root: false, disabled: false, role_id: null, ...none },
  });
  expect([weak.status, weak.answer.error]).toEqual([422, "user/password-weak"]);
});

test("no answer ever holds a password hash or a stored token", async ({ server, root }) => {
  for (const path of [
    "user/users",
    "user/roles",
    "user/sessions",
    "user/tokens",
    "user/userInfo/get",
    "audit/list?limit=200",
  ]) {
    const { text } = await call(server, path, { session: root });
    expect(text).not.toMatch(/argon2|passwordHash|tokenHash|correct-horse/);
  }
});

test("an API token does what it lists, alone, until it is revoked or expires", async ({ server, root, tempRoot }) => {
  const { path } = tempRoot({ "a.txt": "a" });
  const body = { name: "backup", auth_list: ["file_read"], expires_at: null, password: rootUser.password };
  const made = await call<{ token: string; id: string }>(server, "user/tokens", { session: root, body });
  const { token, id } = made.answer.data;
  expect(token).toMatch(/^fd_[A-Za-z0-9]{43}$/);
  const withToken = (target: string, options: { method?: string; body?: unknown } = {}) =>
    call(server, target, { ...options, headers: { authorization: `Bearer ${token}` } });
  expect((await withToken(`file/${path}/a.txt`)).answer.code).toBe(5);
  expect((await withToken(`file/${path}/b.txt`, { method: "PUT", body: "x" })).status).toBe(403);
  expect((await withToken("user/users")).status).toBe(403);
  expect((await withToken("user/sessions")).status).toBe(403);
  expect(
    (await withToken("user/password", { body: { current: rootUser.password, next: "whatever-long" } })).status,
  ).toBe(403);
  await call(server, `user/tokens/${id}`, { method: "DELETE", session: root });
  expect((await withToken(`file/${path}/a.txt`)).status).toBe(401);
  const expired = await call<{ token: string }>(server, "user/tokens", {
    session: root,
    body: { ...body, expires_at: Date.now() - 1000 },
  });
  expect(
    (await call(server, `file/${path}/a.txt`, { headers: { authorization: expired.answer.data.token } })).status,
  ).toBe(401);
  const wrong = await call(server, "user/tokens", { session: root, body: { ...body, password: "wrong-password" } });
  expect([wrong.status, wrong.answer.error]).toEqual([403, "auth/password-again"]);
});

test("preferences are kept and bad ones refused", async ({ server, root }) => {
  const session = await signIn(server, await makeUser(server, root));
  const saved = await call<{ user_data: UserData }>(server, "user/userInfo/update", {
    session,
    body: { theme: "dark", language: "ja", rtl: true },
  });
  expect(saved.answer.data.user_data).toMatchObject({
    theme: "dark",
    language: "ja",
    rtl: true,
    is_root: false,
    auth_list: [],
  });
  expect((await call(server, "user/userInfo/update", { session, body: { theme: "pink" } })).status).toBe(400);
  const read = await call<{ user_data: UserData }>(server, "user/userInfo/get", { session });
  expect(read.answer.data.user_data).toMatchObject({ theme: "dark", language: "ja" });
});

test("the audit log tells who did what from where and how it ended, and outlives the user", async ({
  server,
  root,
}) => {
  const user = await makeUser(server, root, { permissions: permissionNames.filter((name) => name === "file_read") });
  const session = await signIn(server, user);
  await call(server, "user/roles", { session, body: { name: "no", ...none } });
  await call(server, `user/users/${user.id}`, { method: "DELETE", session: root });
  const { answer } = await call<{
    entries: { username: string; action: string; outcome: string; address: string; target: string }[];
  }>(server, `audit/list?username=${user.username}`, { session: root });
  expect(answer.data.entries).toContainEqual(
    expect.objectContaining({
      action: "POST user/roles",
      outcome: "auth/forbidden",
      address: "127.0.0.1",
      target: "no",
    }),
  );
  expect(answer.data.entries).toContainEqual(
    expect.objectContaining({ action: "POST user/login", outcome: "success" }),
  );
  // By the name that it had: nobody can look up the id of what is gone.
  const byRoot = await call<typeof answer.data>(server, `audit/list?username=${rootUser.username}`, { session: root });
  expect(byRoot.answer.data.entries).toContainEqual(
    expect.objectContaining({ action: "DELETE user/users/{id}", target: user.username, outcome: "success" }),
  );
});

test("roles are listed with how many users they have", async ({ server, root }) => {
  const user = await makeUser(server, root);
  const { answer } = await call<{ roles: Role[] }>(server, "user/roles", { session: root });
  expect(answer.data.roles.find(({ id }) => id === user.roleId)?.users).toBe(1);
});
