import { expect } from "@playwright/test";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { tokenPermissions } from "@/lib/contracts/served-permissions";
import { permissionNames, type Permission } from "@/lib/shared/permissions";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { serverTest as test } from "../support/server-test";

type Listed = { name: string; endpoint: Endpoint };

const all: Listed[] = Object.entries(contracts).flatMap(([group, contract]) =>
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);
const guarded = all.filter(({ endpoint }) => endpoint.access !== "public");
/** A HEAD answers like its GET, without the words. */
const isHead = ({ method }: Endpoint) => method === "HEAD";
const permitted = guarded.filter(({ endpoint }) => wantedBy(endpoint).length > 0);

function urlOf({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\*\}/g, "files/none").replace(/\{(\w+)\}/g, "none");
}

function send(server: { url: string }, endpoint: Endpoint, session: Session | null, body: unknown = {}) {
  const hasBody = endpoint.method === "POST" || endpoint.method === "PUT";
  return call(server, urlOf(endpoint), { method: endpoint.method, session, ...(hasBody ? { body } : {}) });
}

function wantedBy({ access }: Endpoint): Permission[] {
  if (access === "public" || access === "session" || access === "any-session") return [];
  return typeof access === "string" ? [access] : [...access];
}

test("every endpoint but the public ones refuses callers without a session, with code 2", async ({ server }) => {
  for (const { name, endpoint } of guarded) {
    const { status, answer } = await send(server, endpoint, null);
    if (isHead(endpoint)) expect.soft([name, status]).toEqual([name, 401]);
    else expect.soft([name, status, answer.code, answer.error]).toEqual([name, 401, 2, "auth/required"]);
  }
});

test("half a session is none: the cookie alone and the token alone are refused", async ({ server, root }) => {
  for (const { name, endpoint } of guarded) {
    const cookieOnly = await send(server, endpoint, { ...root, token: "" });
    const tokenOnly = await send(server, endpoint, { ...root, cookie: "" });
    const nullToken = await send(server, endpoint, { ...root, token: "null" });
    expect.soft([name, cookieOnly.status, tokenOnly.status, nullToken.status]).toEqual([name, 401, 401, 401]);
  }
});

test("every endpoint with a permission refuses whoever has all the others", async ({ server, root }) => {
  const sessions = new Map<string, Session>();
  for (const { name, endpoint } of permitted) {
    const wanted = wantedBy(endpoint);
    const key = wanted.join();
    const others = permissionNames.filter((permission) => !wanted.includes(permission));
    const session = sessions.get(key) ?? (await signIn(server, await makeUser(server, root, { permissions: others })));
    sessions.set(key, session);
    const { status, answer } = await send(server, endpoint, session);
    if (isHead(endpoint)) expect.soft([name, status]).toEqual([name, 403]);
    else expect.soft([name, status, answer.error]).toEqual([name, 403, "auth/forbidden"]);
  }
});

test("what scripts may not call refuses a token that may everything, and lets nobody know more by it", async ({
  server,
  root,
}) => {
  const { answer } = await call<{ token: string }>(server, contracts.user.createToken.path, {
    session: root,
    body: { name: "all", auth_list: tokenPermissions, expires_at: null, password: root.password },
  });
  const script = { ...root, cookie: "", token: answer.data.token };
  expect((await call(server, contracts.setting.filesSetting.path, { session: script })).status).toBe(200);
  const closed = all.filter(({ endpoint }) => !endpoint.token);
  expect(closed.length).toBeGreaterThan(20);
  for (const { name, endpoint } of closed) {
    const reply = await send(server, endpoint, script);
    if (isHead(endpoint)) expect.soft([name, reply.status]).toEqual([name, 403]);
    else expect.soft([name, reply.status, reply.answer.error]).toEqual([name, 403, "auth/forbidden"]);
  }
});

test("every endpoint is served, and bad input is a clear answer without a stack", async ({ server, root }) => {
  // Signing out would end the session that the loop uses; the OpenAPI document takes no input.
  for (const { name, endpoint } of all.filter(
    (item) => !["user.logout", "user.login", "about.openapi"].includes(item.name),
  )) {
    const { status, text, answer } = await send(server, endpoint, root, {
      nonsense: true,
      path: 7,
      files: "x",
      id: [],
      username: 1,
      paths: 3,
    });
    expect
      .soft([name, answer?.error === "request/not-found", status < 500], text.slice(0, 400))
      .toEqual([name, false, true]);
    expect.soft(text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(/);
  }
});

test("bodies that are not JSON objects are refused, not crashed on", async ({ server, root }) => {
  for (const { name, endpoint } of all.filter(
    (item) => item.endpoint.method === "POST" && item.name !== "user.logout",
  )) {
    for (const body of ["[]", "null", "7", "{", '{"__proto__":{"is_root":true}', "\u0000"]) {
      const headers = { "content-type": "application/json" };
      const { status, answer } = await call(server, urlOf(endpoint), { method: "POST", session: root, body, headers });
      expect.soft([name, body, status, answer.error]).toEqual([name, body, 400, "request/invalid"]);
    }
  }
});

test("another site's request is refused by its origin, and the answer says what was expected", async ({
  server,
  root,
}) => {
  // The public ones, too: what a stranger may do, another site must not do with a visitor's browser.
  for (const { name, endpoint } of all.filter((item) => !["GET", "HEAD"].includes(item.endpoint.method))) {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const { status, answer } = await call(server, urlOf(endpoint), {
      method: endpoint.method,
      session: root,
      headers,
      ...(endpoint.method === "DELETE" ? {} : { body: {} }),
    });
    expect
      .soft([name, status, answer.error, answer.params?.["expected"]])
      .toEqual([name, 403, "request/origin", new URL(server.url).host]);
  }
});

test("the OpenAPI document lists every endpoint", async ({ server }) => {
  const response = await fetch(`${server.url}/api/openapi.json`);
  const document: { openapi: string; paths: Record<string, Record<string, unknown>> } = await response.json();
  expect(document.openapi).toBe("3.1.0");
  for (const { endpoint } of all) {
    const path = `/${endpoint.path.replace("*}", "}")}`;
    expect.soft(Object.keys(document.paths[path] ?? {}), path).toContain(endpoint.method.toLowerCase());
  }
});

test("an unknown address answers in the API's form", async ({ server, root }) => {
  for (const path of ["file", "nothing/here", "user/unknown", "file/files/%zz", "%"]) {
    const { status, answer } = await call(server, path, { session: root });
    expect.soft([path, status, answer?.error]).toEqual([path, 404, "request/not-found"]);
  }
});
