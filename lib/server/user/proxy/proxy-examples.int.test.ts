import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCaddy, startNginx, type Proxy } from "@/e2e/support/start-proxy";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { proxySetting } from "./proxy-setting";

const secret = "0123456789abcdef0123456789abcdef";
const portal = createServer((_, res) => res.writeHead(200, { "remote-user": "root" }).end());
let server: TusServer;

beforeAll(async () => {
  server = await startTusServer({ FILEDECK_PROXY_SECRET: secret });
  await proxySetting.save(server.db, { ...proxySetting.get(), enabled: true, administrators: true });
  await new Promise<void>((resolve) => void portal.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  portal.close();
  await server.close();
});

/** Whom the sign-in page would name, and the origin that browsers are believed to have used. */
async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/api/user/setup`, { headers });
  const { data } = (await answer.json()) as { data: { proxy_user: string | null; passkey_origin: string } };
  return data;
}

/** What a browser sends is passed on, or overwritten with what the portal says; the secret always is overwritten. */
const asked = { "remote-user": "root", "x-filedeck-proxy-secret": "anything-of-a-browser" };
const changes = () => ({ "127.0.0.1:8480": `127.0.0.1:${server.port}` });

async function behind(proxy: Promise<Proxy>, look: (url: string) => Promise<void>): Promise<void> {
  const { port, stop } = await proxy;
  try {
    await look(`http://127.0.0.1:${port}`);
  } finally {
    await stop();
  }
}

test("the example of a portal proves to be the proxy, and names nobody for what passes by the portal", async () => {
  const { port } = portal.address() as AddressInfo; // listens on a port, not on a pipe
  const example = { example: "sign-in.conf", changes: { ...changes(), "127.0.0.1:9091": `127.0.0.1:${port}` } };
  await behind(startNginx({ ...example, secret }), async (url) => {
    expect(await ask(url, asked)).toMatchObject({ proxy_user: "root" });
    const share = await fetch(`${url}/api/share/nothing-here/info`, { headers: asked });
    expect(share.status).toBe(404);
  });
  // Copied as it is, it opens nothing.
  await behind(startNginx(example), async (url) => {
    expect(await ask(url, asked)).toMatchObject({ proxy_user: null });
  });
});

test.each([
  ["host.conf", "", startNginx],
  ["prefix-stripped.conf", "/files", startNginx],
  ["host.Caddyfile", "", startCaddy],
  ["prefix-stripped.Caddyfile", "/files", startCaddy],
] as const)(
  "the example %s proves to be the proxy where its lines for that are in use",
  async (example, base, start) => {
    await behind(start({ example, changes: changes(), secret }), async (url) => {
      expect(await ask(url + base, asked)).toMatchObject({ proxy_user: "root" });
    });
    await behind(start({ example, changes: changes() }), async (url) => {
      expect(await ask(url + base, asked)).toMatchObject({ proxy_user: null });
    });
  },
);
