import type { Page } from "@playwright/test";
import type { AuditEntry } from "@/lib/contracts/audit";
import type { Answer } from "@/lib/contracts/answer";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { startFiledeck, rootUser, type Filedeck } from "../support/start-filedeck";
import { startNginx, type Proxy } from "../support/start-proxy";
import { startOrigin, type Origin } from "../support/start-origin";
import { expect, test } from "../support/test";
import { signInAs } from "./sign-in-as";

/** Whom the portal names, and in which groups; null: it lets everybody in and names nobody. */
let visitor: { username: string; groups: string } | null = null;
const secret = "0123456789abcdef0123456789abcdef";
let portal: Origin;
let server: Filedeck;
let proxy: Proxy;
let root: Session;
let readers: string;

test.beforeAll(async () => {
  portal = await startOrigin((_, response) => {
    const said = visitor === null ? {} : { "remote-user": visitor.username, "remote-groups": visitor.groups };
    response.writeHead(200, said).end("portal");
  });
  // Both addresses are trusted, as where terminals and containers have the proxy's: the secret alone tells it from the tests.
  server = await startFiledeck({
    env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1,127.0.0.2", FILEDECK_PROXY_SECRET: secret },
  });
  proxy = await startNginx({
    example: "sign-in.conf",
    secret,
    changes: {
      "127.0.0.1:8480": `127.0.0.1:${server.port}`,
      "127.0.0.1:9091": `127.0.0.1:${portal.port}`,
      "proxy_pass http://filedeck;": "proxy_bind 127.0.0.2; proxy_pass http://filedeck;",
    },
  });
  root = await signIn(server);
  readers = (await makeUser(server, root, { permissions: ["file_read"] })).roleId;
});
test.afterAll(async () => {
  await proxy.stop();
  await server.remove();
  portal.close();
});

const front = () => ({ url: `http://127.0.0.1:${proxy.port}` });
const menuOf = (page: Page, username: string) => page.getByRole("button", { name: `Account menu for ${username}` });

async function setUp(changes: Record<string, unknown>) {
  const body = {
    enabled: true,
    user_header: "Remote-User",
    groups_header: "Remote-Groups",
    group_roles: [{ group: "staff", role_id: readers }],
    create_users: true,
    default_role_id: null,
    administrators: false,
    sign_out_url: "",
    ...changes,
  };
  const { answer } = await call(server, "setting/proxy", { session: root, body });
  expect(answer.message).toBe("success");
}

/** A session as the sign-in page makes it, through the proxy. */
async function enterAs(username: string, groups = "staff"): Promise<Session> {
  visitor = { username, groups };
  const { headers, answer } = await call<{ token: string }>(front(), "user/login/proxy", { body: {} });
  const cookie =
    headers
      .getSetCookie()
      .find((line) => line.startsWith("filedeck.session."))
      ?.split(";")[0] ?? "";
  return { username, password: "", token: answer.data.token, cookie };
}

type Me = { user_data: { username: string } };
async function whoIs(at: { url: string }, session: Session, headers: Record<string, string> = {}) {
  const { answer } = await call<Me>(at, "user/userInfo/get", { session, headers });
  const { error, params } = answer as Answer<Me> & { params?: { reason?: string } };
  return error === undefined ? answer.data.user_data.username : `${error} ${params?.reason ?? ""}`.trim();
}

test("an administrator turns it on; people come in by what the portal says, and go when it says something else", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401|request outside/);
  visitor = { username: "martin", groups: "staff, family" };
  await page.goto(front().url);
  await expect(page.getByLabel("Username")).toBeVisible();
  await signInAs(page, rootUser);
  await expect(menuOf(page, "root")).toBeVisible();
  await page.goto(`${front().url}/settings`);
  const section = page.getByRole("region", { name: "Trusted proxy" });
  await section.getByRole("switch", { name: "Trust the header" }).click();
  await section.getByLabel("Header for groups").fill("Remote-Groups");
  await section.getByLabel("Sign-out address").fill(`${portal.url}/logout`);
  await section.getByRole("switch", { name: /^Create users/ }).click();
  await section.getByRole("button", { name: "Add group" }).click();
  await section.getByRole("textbox", { name: "Group", exact: true }).fill("staff");
  await section.getByRole("combobox", { name: "Role", exact: true }).selectOption(readers);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(
    section.getByText("Remote-User with your requests: martin, in the groups staff and family"),
  ).toBeVisible();

  // Who signs out is not signed in again at once.
  await menuOf(page, "root").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Continue as martin" }).click();
  await expect(menuOf(page, "martin")).toBeVisible();

  // Somebody else signs in at the portal, in the same browser.
  visitor = { username: "tina", groups: "staff" };
  await page.reload();
  await expect(menuOf(page, "tina")).toBeVisible();
  visitor = null;
  await page.reload();
  await expect(page.getByText("The proxy in front of Filedeck no longer says that this is you.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Continue as/ })).toHaveCount(0);

  visitor = { username: "tina", groups: "staff" };
  await page.reload();
  await menuOf(page, "tina").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${portal.url}/logout`);
});

test("the header counts with the proxy's secret alone, and is recorded when it comes without", async () => {
  await setUp({});
  const spoofed = { "remote-user": "martin", "remote-groups": "staff" };
  const direct = await call(server, "user/login/proxy", { body: {}, headers: spoofed });
  expect([direct.status, direct.answer.error]).toEqual([403, "auth/proxy-secret"]);
  const offers = await call<{ proxy_user: string | null }>(server, "user/setup", { headers: spoofed });
  expect(offers.answer.data.proxy_user).toBeNull();
  // What a browser sends by itself does not pass nginx.
  visitor = null;
  const through = await call(front(), "user/login/proxy", { body: {}, headers: { "remote-user": "root" } });
  expect(through.answer.error).toBe("auth/proxy-nobody");
  await expect
    .poll(async () => {
      const query = `audit/list?action=${encodeURIComponent("IGNORE user/login/proxy")}`;
      const { answer } = await call<{ entries: AuditEntry[] }>(server, query, { session: root });
      return answer.data.entries.map(({ target, address, outcome }) => [target, address, outcome]);
    })
    .toEqual([["martin", "127.0.0.1", "auth/proxy-secret"]]);
});

test("a session lasts while the proxy names its user, and no session of one is another's", async () => {
  await setUp({});
  const [martin, tina] = [await enterAs("martin"), await enterAs("tina")];
  expect(await whoIs(front(), tina)).toBe("tina");
  visitor = { username: "martin", groups: "staff" };
  expect(await whoIs(front(), martin)).toBe("martin");
  // A session signed in with a password is its own.
  expect(await whoIs(front(), root)).toBe("root");
  expect(await whoIs(front(), tina)).toBe("auth/required proxy");
  visitor = { username: "tina", groups: "staff" };
  expect(await whoIs(front(), tina)).toBe("auth/required proxy");
  // Past the proxy nobody is named, and what is put there by hand counts for nothing.
  expect(await whoIs(server, martin, { "remote-user": "martin" })).toBe("auth/required proxy");
});

test("groups decide the role at each sign-in, and administrators come in where that is allowed", async () => {
  await setUp({});
  const tom = await enterAs("tom");
  expect(await whoIs(front(), tom)).toBe("tom");
  visitor = { username: "tom", groups: "family" };
  const gone = await call(front(), "user/login/proxy", { body: {} });
  expect(gone.answer.error).toBe("auth/oidc-no-role");
  expect(await whoIs(front(), tom)).toBe("auth/required changed");
  visitor = { username: "root", groups: "staff" };
  const refused = await call(front(), "user/login/proxy", { body: {} });
  expect(refused.answer.error).toBe("auth/proxy-administrator");
  await setUp({ administrators: true, create_users: false });
  expect(await whoIs(front(), await enterAs("root"))).toBe("root");
  visitor = { username: "nobody-here", groups: "staff" };
  const unknown = await call(front(), "user/login/proxy", { body: {} });
  expect(unknown.answer.error).toBe("auth/proxy-unknown");
  await setUp({ enabled: false });
  visitor = { username: "root", groups: "staff" };
  const off = await call(front(), "user/login/proxy", { body: {} });
  expect(off.answer.error).toBe("auth/proxy-nobody");
});

test("passwords can be left to administrators, who are never locked out", async () => {
  const user = await makeUser(server, root);
  const { answer } = await call<Record<string, unknown>>(server, "setting/sign-in", { session: root });
  const change = (passwords: string) =>
    call(server, "setting/sign-in", { session: root, body: { ...answer.data, passwords } });
  expect((await change("administrators")).status).toBe(200);
  const attempt = async (password: string) =>
    (await call(server, "user/login", { body: { username: user.username, password } })).answer.error;
  expect(await attempt("not-this-one")).toBe("auth/wrong-credentials");
  expect(await attempt(user.password)).toBe("auth/password-off");
  expect((await signIn(server)).token).not.toBe("");
  await change("everyone");
  expect(await attempt(user.password)).toBeUndefined();
});
