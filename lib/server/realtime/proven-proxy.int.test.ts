import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startRealtime } from "@/e2e/support/start-realtime";
import { hashToken } from "@/lib/server/base/keys";
import { forgetActors } from "@/lib/server/session/find-actor";
import { proxySetting } from "@/lib/server/user/proxy/proxy-setting";

const proxySecret = "a-secret-of-the-proxy";
const proof = { "x-filedeck-proxy-secret": proxySecret };
const named = { "remote-user": "root" };
let server: Awaited<ReturnType<typeof startRealtime>>;

beforeAll(async () => {
  server = await startRealtime([], { environment: { FILEDECK_PROXY_SECRET: proxySecret } });
  await proxySetting.save(server.api.db, { ...proxySetting.get(), enabled: true, administrators: true });
  const { token } = server.root;
  await server.api.db.session.updateMany({ where: { tokenHash: hashToken(token) }, data: { proxyName: "root" } });
  forgetActors();
});
afterEach(() => server.leave());
afterAll(() => server.close());

test("a socket is told apart by the secret as well: who has the proxy's address alone names nobody", async () => {
  const { connect, root, url } = server;
  const elsewhere = { origin: "https://files.example.org", "x-forwarded-host": "files.example.org" };
  expect(await connect("192.0.2.1", root, { ...named, ...proof, ...elsewhere })).toHaveProperty("connected", true);
  expect(await connect("192.0.2.1", root, { ...named, ...elsewhere })).toBe("request/origin");
  expect(await connect("192.0.2.1", root, { ...named, ...proof, origin: url })).toHaveProperty("connected", true);
  expect(await connect("192.0.2.1", root, { ...named, origin: url })).toBe("auth/required");
});
