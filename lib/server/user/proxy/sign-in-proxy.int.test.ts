import { afterAll, beforeAll, expect, test } from "vitest";
import { getApp } from "@/lib/server/runtime/app";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { proxySetting } from "./proxy-setting";

const proxySecret = "a-secret-of-the-proxy";
const proof = { "x-filedeck-proxy-secret": proxySecret };
const named = { "remote-user": "root" };

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer({ FILEDECK_PROXY_SECRET: proxySecret });
  await proxySetting.save(server.db, {
    enabled: true,
    user_header: "Remote-User",
    groups_header: "",
    group_roles: [],
    create_users: false,
    default_role_id: null,
    administrators: true,
    sign_out_url: "",
  });
});
afterAll(() => server.close());

type Said = { error?: string; data: { token: string; proxy_user: string | null } };

/** From the proxy's address, as containers, terminals and SSH forwards have it as well. */
async function ask(method: string, address: string, headers: Record<string, string>, body?: object) {
  const own = { "content-type": "application/json", ...headers };
  const send = { token: "", headers: own, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const reply = await server.send(method, `/api/${address}`, send);
  return { ...reply, text: reply.body.toString(), said: JSON.parse(reply.body.toString()) as Said };
}

const enter = (headers: Record<string, string>) => ask("POST", "user/login/proxy", headers, { stay: true });

async function signInAs(name: string) {
  const { status, said, headers } = await enter({ "remote-user": name, ...proof });
  const cookie = headers["set-cookie"]?.find((line) => line.startsWith("filedeck.session."))?.split(";")[0] ?? "";
  return { status, session: { cookie, authorization: said.data.token } };
}

test("whoever has the proxy's address alone becomes nobody", async () => {
  for (const more of [{}, { "x-filedeck-proxy-secret": "a-secret-of-the-guess" }, { "x-filedeck-proxy-secret": "" }]) {
    const { status, said } = await enter({ ...named, ...more });
    expect([status, said.error]).toEqual([403, "auth/proxy-secret"]);
    expect((await ask("GET", "user/setup", { ...named, ...more })).said.data.proxy_user).toBeNull();
  }
  expect((await ask("GET", "user/setup", { ...named, ...proof })).said.data.proxy_user).toBe("root");
});

test("a session lasts while the proxy that has proven to be it names its user", async () => {
  const { status, session } = await signInAs("root");
  expect(status).toBe(200);
  const look = async (more: object) => (await ask("GET", "user/userInfo/get", { ...session, ...more })).status;
  expect(await look({ ...named, ...proof })).toBe(200);
  expect(await look(named)).toBe(401);
  expect(await look({ ...named, ...proof })).toBe(401);
});

test("a name that a guest or a provider's user has chosen says nothing of whom the proxy names", async () => {
  const { db } = server;
  const make = async (id: string, more: object) => {
    await db.user.create({ data: { id, username: id, passwordHash: "", grants: {}, preferences: {}, ...more } });
    return (await enter({ "remote-user": id, ...proof })).said.error;
  };
  expect(await make("given", {})).toBeUndefined();
  expect(await make("guest", { choseName: true })).toBe("auth/proxy-unknown");
  const identity = (id: string, isOrigin: boolean) => ({
    identities: { create: { id, issuer: "https://idp.example", subject: id, name: id, isOrigin } },
  });
  expect(await make("provided", { choseName: true, ...identity("one", true) })).toBe("auth/proxy-unknown");
  // Made by an administrator, and linked since.
  expect(await make("linked", identity("two", false))).toBeUndefined();
});

test("an administrator's name says whom the proxy names, also of an account that another provider made", async () => {
  const { db } = server;
  const identities = { create: { id: "i", issuer: "https://idp.example", subject: "i", name: "i", isOrigin: true } };
  const chosen = { username: "liv", choseName: true, identities };
  await db.user.create({ data: { id: "liv", passwordHash: "", grants: {}, preferences: {}, ...chosen } });
  const { session } = await signInAs("root");
  const change = async (username: string) =>
    (await ask("PUT", "user/users/liv", { ...session, ...named, ...proof }, { username })).status;
  const enterAs = async (name: string) => (await enter({ "remote-user": name, ...proof })).said.error;
  // By the same name nothing is given.
  expect([await change("liv"), await enterAs("liv")]).toEqual([200, "auth/proxy-unknown"]);
  expect([await change("liv.d"), await enterAs("liv.d")]).toEqual([200, undefined]);
});

test("addresses that are told without the secret count for nothing, and the secret is in no log and no answer", async () => {
  const told = { "x-forwarded-for": "203.0.113.7", "user-agent": "Firefox" };
  const attempt = { username: "nobody", password: "not-this-one" };
  const answers = [
    await ask("POST", "user/login", told, attempt),
    await ask("POST", "user/login", { ...told, ...proof }, attempt),
    await enter({ ...told, ...proof }),
  ];
  await getApp().audit.flush();
  const lines = await server.db.audit.findMany({ orderBy: { id: "asc" } });
  const ofLogin = lines.filter(({ username }) => username === "nobody");
  expect(ofLogin.map(({ address }) => address)).toEqual(["127.0.0.1", "203.0.113.7"]);
  const written = JSON.stringify(lines, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  expect(written + answers.map(({ text }) => text).join("")).not.toContain(proxySecret);
});

test("wrong sign-ins are counted for the proxy's address while nobody proves to be it", async () => {
  const attempt = (at: number) =>
    ask(
      "POST",
      "user/login",
      { "x-forwarded-for": `198.51.100.${at}` },
      {
        username: `guess-${at}`,
        password: "not-this-one",
      },
    );
  const statuses: number[] = [];
  for (let at = 0; at < 25; at++) statuses.push((await attempt(at)).status);
  expect(statuses).toContain(429);
});
