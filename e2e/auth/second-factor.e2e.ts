import type { AuditEntry } from "@/lib/contracts/audit";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { authenticator, setUpTotp, signInHalf } from "../support/second-factor";
import { serverTest as test } from "../support/server-test";
import { expect } from "@playwright/test";

const sessionIn = (headers: Headers) => headers.getSetCookie().find((line) => line.startsWith("filedeck.session."));

test("a password alone is no session any more, and each code signs in once", async ({ server, root }) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const { app, recoveryCodes } = await setUpTotp(server, await signIn(server, user));
  expect(recoveryCodes).toHaveLength(10);

  const first = await signInHalf(server, user);
  expect([first.status, first.answer.code, first.answer.error]).toEqual([401, 1, "auth/second-factor"]);
  expect(sessionIn(first.headers)).toBeUndefined();
  const { pending, methods } = first.answer.data;
  expect(methods).toEqual(["totp", "recovery"]);
  const finish = (code: string, of = pending) =>
    call<{ token: string }>(server, "user/login/second", { body: { username: user.username, pending: of, code } });

  const replayed = await finish(app.used());
  expect([replayed.status, replayed.answer.error]).toEqual([401, "auth/wrong-code"]);
  const done = await finish(await app.next());
  expect(done.status).toBe(200);
  const cookie = sessionIn(done.headers)?.split(";")[0] ?? "";
  const session: Session = { ...user, cookie, token: done.answer.data.token };
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(200);
  // What was half signed in is spent.
  expect((await finish(recoveryCodes[0] ?? "")).answer.error).toBe("auth/second-factor-late");

  const again = (await signInHalf(server, user)).answer.data.pending;
  expect((await finish(` ${recoveryCodes[0]?.toLowerCase().replaceAll("-", " ")}`, again)).status).toBe(200);
  const third = (await signInHalf(server, user)).answer.data.pending;
  expect((await finish(recoveryCodes[0] ?? "", third)).answer.error).toBe("auth/wrong-code");
  const state = await call<{ recovery: { used_at: number | null }[] }>(server, "user/second-factor", { session });
  expect(state.answer.data.recovery.map(({ used_at: at }) => at !== null)).toEqual([true, ...Array(9).fill(false)]);
});

test("what is half signed in opens nothing else, and belongs to its user", async ({ server, root }) => {
  const [user, other] = [await makeUser(server, root), await makeUser(server, root)];
  const { app } = await setUpTotp(server, await signIn(server, user));
  const { pending } = (await signInHalf(server, user)).answer.data;
  for (const half of [
    { ...user, token: pending, cookie: "" },
    { ...user, token: pending, cookie: `filedeck.session=${pending}` },
  ])
    for (const path of ["user/userInfo/get", "user/second-factor", "user/sessions"])
      expect((await call(server, path, { session: half })).status).toBe(401);
  const code = await app.next();
  const body = { username: other.username, pending, code };
  expect((await call(server, "user/login/second", { body })).answer.error).toBe("auth/second-factor-late");
  expect((await call(server, "user/login/second", { body: { ...body, pending: "made-up" } })).status).toBe(401);
  // A changed password ends it.
  const password = "another-long-password";
  await call(server, `user/users/${user.id}/password`, { session: root, body: { password } });
  const late = await call(server, "user/login/second", { body: { username: user.username, pending, code } });
  expect(late.answer.error).toBe("auth/second-factor-late");
});

test("scripts send the code along, and nothing of a wrong password is told by it", async ({ server, root }) => {
  const user = await makeUser(server, root);
  const { app } = await setUpTotp(server, await signIn(server, user));
  const login = (password: string, totp: string) =>
    call(server, "user/login", { body: { username: user.username, password, totp } });
  expect((await login("not the password", await app.next())).answer.error).toBe("auth/wrong-credentials");
  expect((await login(user.password, "000000")).answer.error).toBe("auth/wrong-code");
  expect((await login(user.password, await app.next())).status).toBe(200);
});

test("codes cannot be guessed: the next try has to wait, with a fresh password step as well", async ({
  server,
  root,
}) => {
  const user = await makeUser(server, root);
  await setUpTotp(server, await signIn(server, user));
  const errors: (string | undefined)[] = [];
  for (let tries = 0; tries < 7; tries++) {
    const first = await signInHalf(server, user);
    if (first.answer.error === "auth/throttled") {
      errors.push(first.answer.error);
      continue;
    }
    const body = { username: user.username, pending: first.answer.data.pending, code: "123 456" };
    errors.push((await call(server, "user/login/second", { body })).answer.error);
  }
  expect(errors.slice(0, 5)).toEqual(Array(5).fill("auth/wrong-code"));
  expect(errors.at(-1)).toBe("auth/throttled");
});

test("setting up takes a code that fits, ends other sessions, and never shows the secret again", async ({
  server,
  root,
}) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const [session, elsewhere] = [await signIn(server, user), await signIn(server, user)];
  const begin = () =>
    call<{ secret: string; setup: string }>(server, "user/second-factor/totp/begin", { session, body: {} });
  const { secret, setup } = (await begin()).answer.data;
  const save = (body: unknown, as = session) => call(server, "user/second-factor/totp", { session: as, body });
  expect((await save({ setup, code: "000000" })).answer.error).toBe("auth/wrong-code");
  expect((await save({ setup: `${setup}x`, code: "000000" })).answer.error).toBe("user/factor-setup");
  const stranger = await signIn(server, await makeUser(server, root));
  const code = await authenticator(secret).next();
  expect((await save({ setup, code }, stranger)).answer.error).toBe("user/factor-setup");
  expect((await save({ setup, code })).status).toBe(200);
  const ended = await call(server, "user/userInfo/get", { session: elsewhere });
  expect([ended.status, ended.answer.params?.["reason"]]).toEqual([401, "factor"]);
  const state = await call(server, "user/second-factor", { session });
  expect(state.text).not.toContain(secret);
  // Turned off, the password alone signs in again.
  expect((await call(server, "user/second-factor/totp", { method: "DELETE", session })).status).toBe(200);
  await signIn(server, user);
});

test("where a role requires it, only its set-up can be reached until it is done", async ({ server, root }) => {
  const user = await makeUser(server, root, { permissions: ["file_read", "api_token"] });
  const before = await signIn(server, user);
  const { answer } = await call<{ token: string }>(server, "user/tokens", {
    session: before,
    body: { name: "script", auth_list: ["file_read"], expires_at: null, password: user.password },
  });
  const script: Session = { ...user, cookie: "", token: answer.data.token };
  await call(server, `user/roles/${user.roleId}`, { method: "PUT", session: root, body: { second_factor: true } });
  expect((await call(server, "user/userInfo/get", { session: before })).status).toBe(401);

  const login = await call<{ token: string; factor_missing: boolean }>(server, "user/login", { body: user });
  expect(login.answer.data.factor_missing).toBe(true);
  const cookie = sessionIn(login.headers)?.split(";")[0] ?? "";
  const session: Session = { ...user, cookie, token: login.answer.data.token };
  for (const path of ["setting/filesSetting", "user/sessions", "file/files", "user/tokens"]) {
    const refused = await call(server, path, { session });
    expect([path, refused.status, refused.answer.error]).toEqual([path, 403, "auth/factor-missing"]);
  }
  // Scripts go on.
  expect((await call(server, "setting/filesSetting", { session: script })).status).toBe(200);
  await setUpTotp(server, session);
  expect((await call(server, "setting/filesSetting", { session })).status).toBe(200);
  const removed = await call(server, "user/second-factor/totp", { method: "DELETE", session });
  expect([removed.status, removed.answer.error]).toEqual([409, "user/factor-required"]);
});

test("administrators require it of everyone once they have one themselves; nobody else can", async ({
  server,
  root,
}) => {
  const rules = { second_factor: "everyone", max_days: 30, idle_minutes: 720, may_stay: true };
  const set = (session: Session, body: unknown) => call(server, "setting/sign-in", { session, body });
  const keeper = await signIn(server, await makeUser(server, root, { permissions: ["token_update"] }));
  const refused = await set(keeper, rules);
  expect([refused.status, refused.answer.error]).toEqual([403, "auth/forbidden"]);
  expect((await set(keeper, { ...rules, second_factor: "optional", max_days: 20 })).status).toBe(200);
  expect((await set(root, rules)).answer.error).toBe("user/factor-first");
  const { app } = await setUpTotp(server, root);
  expect((await set(root, rules)).status).toBe(200);
  expect((await call(server, "setting/filesSetting", { session: keeper })).answer.error).toBe("auth/factor-missing");
  expect((await set(root, { ...rules, second_factor: "optional" })).status).toBe(200);
  expect((await call(server, "setting/filesSetting", { session: keeper })).status).toBe(200);
  await call(server, "user/second-factor/totp", { method: "DELETE", session: root });
  expect(await app.next()).toMatch(/^\d{6}$/);
});

test("an administrator takes a lost one away, which is audited; whoever may less cannot", async ({ server, root }) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const session = await signIn(server, user);
  await setUpTotp(server, session);
  const manager = await signIn(server, await makeUser(server, root, { permissions: ["user_manage"] }));
  const remove = (as: Session) =>
    call(server, `user/users/${user.id}/second-factor`, { method: "DELETE", session: as });
  expect((await remove(manager)).answer.error).toBe("user/above");
  expect((await remove(root)).status).toBe(200);
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(401);
  await signIn(server, user);
  const log = await call<{ entries: AuditEntry[] }>(server, `audit/list?username=${root.username}`, { session: root });
  const last = log.answer.data.entries.find(({ action }) => action === "DELETE user/users/{id}/second-factor");
  expect([last?.target, last?.outcome]).toEqual([user.username, "success"]);
});
