import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { forgetFailures, relayKeys } from "@/lib/server/session/throttle";
import { proxySetting, setProxySetting } from "./proxy-setting";

const rules = { ...proxySetting.get(), enabled: true, administrators: true };

let server: TusServer;
// A proxy is trusted by its address, without a secret to prove itself with: as it was before there was one.
beforeAll(async () => {
  server = await startTusServer();
  await proxySetting.save(server.db, rules);
  await server.turnDav();
});
afterAll(() => server.close());
// Counts are the process's: another file's wrong sign-ins, and those of a first try, are none of these.
beforeEach(() => {
  for (const use of ["", "dav:"]) forgetFailures(relayKeys({ relay: "127.0.0.1" }, use));
});

test("nobody is named by who has the proxy's address, and the setting cannot be turned on", async () => {
  const headers = { "remote-user": "root", "content-type": "application/json" };
  const { status, body } = await server.send("POST", "/api/user/login/proxy", { token: "", headers, body: "{}" });
  expect([status, JSON.parse(body.toString())]).toMatchObject([403, { error: "auth/proxy-secret" }]);
  const offers = await server.send("GET", "/api/user/setup", { token: "", headers });
  expect(JSON.parse(offers.body.toString())).toMatchObject({ data: { proxy_user: null } });
  const ctx = {
    db: server.db,
    actor: { isRoot: true, sessionId: "s", tokenId: null },
    request: { trust: "believed", proxyHeader: null },
    about: () => {},
  } as unknown as Ctx; // what the setting uses of it
  await expect(setProxySetting(rules, ctx)).rejects.toThrow("user/proxy-secret");
  expect(await setProxySetting({ ...rules, enabled: false }, ctx)).toMatchObject({ enabled: false, has_secret: false });
});

/** With an invented address and name for each attempt. */
async function guess(times: number, attempt: (address: string, at: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let at = 0; at < times; at++) statuses.push((await attempt(`203.0.${at}.7`, at)).status);
  return statuses;
}

test("invented addresses do not evade the limit on wrong sign-ins, and a few wrong ones of many people reach none", async () => {
  const statuses = await guess(110, (address, at) =>
    server.send("POST", "/api/user/login", {
      token: "",
      headers: { "x-forwarded-for": address, "content-type": "application/json" },
      body: JSON.stringify({ username: `nobody-${at}`, password: "not-this-one" }),
    }),
  );
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([401]));
  expect(statuses.slice(100)).toContain(429);
}, 180_000);

test("nor the one of WebDAV", async () => {
  const statuses = await guess(110, (address, at) => {
    const authorization = `Basic ${Buffer.from(`nobody-${at}:not-this-one`).toString("base64")}`;
    return server.send("PROPFIND", "/dav/", { headers: { "x-forwarded-for": address, authorization, depth: "0" } });
  });
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([401]));
  expect(statuses.slice(100)).toContain(429);
}, 180_000);
