import type { Permission } from "@/lib/shared/permissions";
import { permissionNames } from "@/lib/shared/permissions";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { startFiledeck } from "../support/start-filedeck";
import { expect, test } from "../support/test";

const none = { access_dirs: [], only_read_dirs: [], not_access_dirs: [], auth_list: [] as Permission[] };
const newcomer = { password: "correct-horse-battery", is_root: false, disabled: false, role_id: null, ...none };
const invitation = { note: "", username: null, role_id: null, ...none, quota_bytes: null, days: 1, uses: 1 };

type Answer = { status: number; error: string | undefined; text: string };

/** Calls as one person, and tells how each was answered. */
function asking(server: { url: string }, session: Session) {
  return async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const options = { session, method, ...(body === undefined ? {} : { body }) };
    const { status, answer, text } = await call(server, address, options);
    return { status, error: answer?.error ?? undefined, text };
  };
}

test("a manager with every permission but no administrator takes no account of one over", async ({ server, root }) => {
  const manager = await makeUser(server, root, { permissions: permissionNames });
  const ask = asking(server, await signIn(server, manager));
  const asRoot = asking(server, root);
  const users = await call<{ users: { id: string; username: string }[] }>(server, "user/users", { session: root });
  const rootId = users.answer.data.users.find(({ username }) => username === "root")?.id ?? "";
  const sessions = await call<{ sessions: { id: string; user_id: string }[] }>(server, "user/sessions/all?limit=200", {
    session: root,
  });
  const rootSession = sessions.answer.data.sessions.find(({ user_id }) => user_id === rootId)?.id ?? "";
  const refused: [string, Promise<Answer>][] = [
    ["password", ask("POST", `user/users/${rootId}/password`, { password: "another-horse-battery" })],
    ["second factor", ask("DELETE", `user/users/${rootId}/second-factor`)],
    ["sessions", ask("DELETE", `user/users/${rootId}/sessions`)],
    ["a session", ask("DELETE", `user/sessions/all/${rootSession}`)],
    ["name", ask("PUT", `user/users/${rootId}`, { username: "toor" })],
    ["switched off", ask("PUT", `user/users/${rootId}`, { disabled: true })],
    ["demoted", ask("PUT", `user/users/${rootId}`, { is_root: false })],
    ["a role", ask("PUT", `user/users/${rootId}`, { role_id: manager.roleId })],
    ["deleted", ask("DELETE", `user/users/${rootId}`)],
    ["view as", ask("POST", `user/users/${rootId}/view`)],
    ["another administrator", ask("POST", "user/users", { ...newcomer, username: "second-root", is_root: true })],
    ["promoting oneself", ask("PUT", `user/users/${manager.id}`, { is_root: true })],
    ["more folders", ask("POST", "user/users", { ...newcomer, username: "wide", access_dirs: ["/"] })],
    ["the own role", ask("PUT", `user/roles/${manager.roleId}`, { access_dirs: ["/"] })],
    ["a wider role", ask("POST", "user/roles", { name: "wide", ...none, access_dirs: ["/"] })],
    ["a wider invitation", ask("POST", "user/invitations", { ...invitation, access_dirs: ["/"] })],
    ["the provider", ask("GET", "setting/oidc")],
    ["the proxy", ask("GET", "setting/proxy")],
    ["settings", ask("GET", "setting/export")],
  ];
  for (const [name, answer] of refused) expect([name, (await answer).status], (await answer).text).toEqual([name, 403]);
  // Nothing of it has happened.
  expect((await signIn(server)).token).not.toBe("");
  expect((await asRoot("GET", "user/users")).text).not.toMatch(/second-root|"toor"|"wide"/);
});

test("what a manager gives is no more than they have, also by way of others’ roles and invitations", async ({
  server,
  root,
}) => {
  const asRoot = asking(server, root);
  const permissions: Permission[] = ["user_manage", "role_manage", "file_read"];
  const manager = await makeUser(server, root, { permissions });
  const ask = asking(server, await signIn(server, manager));
  const wide = JSON.parse(
    (await asRoot("POST", "user/roles", { name: "wide role", ...none, access_dirs: ["/"] })).text,
  ) as {
    data: { id: string };
  };
  const limited = JSON.parse(
    (
      await asRoot("POST", "user/roles", {
        name: "small role",
        ...none,
        access_dirs: [server.filesDir],
        quota_bytes: 1_000,
      })
    ).text,
  ) as { data: { id: string } };
  const byRoot = JSON.parse(
    (await asRoot("POST", "user/invitations", { ...invitation, role_id: wide.data.id, note: "for the boss" })).text,
  ) as { data: { id: string } };
  const small = JSON.parse(
    (await asRoot("POST", "user/invitations", { ...invitation, role_id: limited.data.id, note: "for a guest" })).text,
  ) as { data: { id: string } };
  const cases: [string, Promise<Answer>, number][] = [
    [
      "a wider role to somebody new",
      ask("POST", "user/users", { ...newcomer, username: "a", role_id: wide.data.id }),
      403,
    ],
    ["an invitation with it", ask("POST", "user/invitations", { ...invitation, role_id: wide.data.id }), 403],
    ["a permission", ask("POST", "user/users", { ...newcomer, username: "b", auth_list: ["terminal"] }), 403],
    ["an invitation with it", ask("POST", "user/invitations", { ...invitation, auth_list: ["terminal"] }), 403],
    ["ending one that gives more", ask("DELETE", `user/invitations/${byRoot.data.id}`), 403],
    ["ending one that does not", ask("DELETE", `user/invitations/${small.data.id}`), 200],
    ["one’s own storage limit", ask("PUT", `user/users/${manager.id}`, { quota_bytes: null }), 200],
  ];
  for (const [name, answer, status] of cases)
    expect([name, (await answer).status], (await answer).text).toEqual([name, status]);
  // Whoever has a storage limit gives nobody more.
  await asRoot("PUT", `user/users/${manager.id}`, { quota_bytes: 5_000 });
  const again = asking(server, await signIn(server, manager));
  const folder = { ...none, access_dirs: [server.filesDir] };
  expect((await again("POST", "user/users", { ...newcomer, ...folder, username: "c" })).status).toBe(403);
  expect(
    (await again("POST", "user/users", { ...newcomer, ...folder, username: "d", quota_bytes: 9_000 })).status,
  ).toBe(403);
  expect(
    (await again("POST", "user/users", { ...newcomer, ...folder, username: "e", quota_bytes: 5_000 })).status,
  ).toBe(200);
});

test("settings tell no secret, and keep one for the address alone that it was entered for", async () => {
  const server = await startFiledeck();
  try {
    const root = await signIn(server);
    const asRoot = asking(server, root);
    const held: Permission[] = ["code_auth", "notify_setting", "alert_manage", "sys_view"];
    const ask = asking(server, await signIn(server, await makeUser(server, root, { permissions: held })));
    const hook = {
      enabled: false,
      url: "http://127.0.0.1:9/hook",
      allow_private: true,
      timeout_seconds: 1,
      unanswered: "allow",
      tokens: false,
      secret: "the-secret-of-the-hook",
    };
    const mail = {
      enabled: true,
      host: "127.0.0.1",
      port: 2525,
      security: "tls",
      username: "mia",
      from: "mia@example.org",
      password: "the-secret-of-the-mail",
    };
    const webhook = {
      name: "chat",
      is_enabled: true,
      is_for_users: false,
      url: "http://127.0.0.1:9/the-secret-path",
      secret: null,
    };
    expect((await asRoot("POST", "setting/sign-in-hook", hook)).status).toBe(200);
    expect((await asRoot("POST", "setting/mail", mail)).status).toBe(200);
    expect((await asRoot("POST", "notify/webhooks", webhook)).status).toBe(200);
    for (const address of ["setting/sign-in-hook", "setting/mail", "notify/webhooks", "alert/rules", "alert/choices"]) {
      const { status, text } = await ask("GET", address);
      expect([address, status]).toEqual([address, 200]);
      expect(text).not.toMatch(/the-secret/);
    }
    // Another address of the local network is not what was allowed.
    const elsewhere = { ...hook, url: "http://127.0.0.1:8/hook", secret: null };
    expect((await ask("POST", "setting/sign-in-hook/test", elsewhere)).status).toBe(403);
    expect((await ask("POST", "setting/sign-in-hook", elsewhere)).status).toBe(403);
    expect((await ask("POST", "setting/sign-in-hook", { ...hook, secret: null })).text).toContain('"has_secret":true');
    // On another port of the mail server somebody else may listen, and without encryption everybody on the way.
    const off = { ...mail, enabled: false, password: null };
    expect((await ask("POST", "setting/mail", off)).text).toContain('"has_password":true');
    expect((await asRoot("POST", "setting/mail", { ...off, port: 2526 })).text).toContain('"has_password":true');
    expect((await ask("POST", "setting/mail", { ...off, port: 2526, security: "none" })).text).toContain(
      '"has_password":false',
    );
    // Rules about containers are for those who see them.
    const rule = {
      metric: "containerStopped",
      subject: "secret-project",
      comparison: "above",
      threshold: 1,
      for_seconds: 0,
      is_enabled: true,
      importance: "info",
      repeat_minutes: 0,
      quiet: null,
      role_ids: [],
      user_ids: [],
      ways: ["list"],
      webhook_ids: null,
    };
    const made = await call<{ id: string }>(server, "alert/rules", { session: root, body: rule });
    const { id } = made.answer.data;
    expect((await ask("GET", "alert/rules")).text).not.toContain("secret-project");
    expect((await ask("POST", "alert/rules", rule)).status).toBe(403);
    expect((await ask("PUT", `alert/rules/${id}`, { ...rule, id, is_enabled: false })).status).toBe(404);
    expect((await ask("DELETE", `alert/rules/${id}`)).status).toBe(404);
    expect((await asRoot("DELETE", `alert/rules/${id}`)).status).toBe(200);
  } finally {
    await server.remove();
  }
});
