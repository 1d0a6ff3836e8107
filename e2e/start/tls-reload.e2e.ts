import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "node:tls";
import { expect, request, test } from "@playwright/test";
import type { ServerState } from "@/lib/contracts/about";
import { makeCertificate } from "../support/make-certificate";
import { rootUser, startFiledeck } from "../support/start-filedeck";

/** What a new connection is shown. */
function fingerprintAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

test("a renewed certificate is used without a restart, half of a pair is not, and its end is told", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-tls-"));
  const next = mkdtempSync(path.join(tmpdir(), "filedeck-tls-"));
  const { certPath, keyPath } = makeCertificate(dir);
  const renewed = makeCertificate(next);
  const server = await startFiledeck({ env: { FILEDECK_TLS_CERT: certPath, FILEDECK_TLS_KEY: keyPath } });
  const client = await request.newContext({ baseURL: `${server.url}/api/`, ignoreHTTPSErrors: true });
  try {
    const signedIn = await client.post("user/login", { data: rootUser });
    const headers = { authorization: String((await signedIn.json()).data.token) };
    const state = async (): Promise<ServerState["connection"]> =>
      (await (await client.get("about/state", { headers })).json()).data.connection;
    const { way, certificate } = await state();
    expect([way, certificate?.names, certificate?.is_self_signed]).toEqual(["own", ["localhost", "127.0.0.1"], true]);

    const before = await fingerprintAt(server.port);
    copyFileSync(renewed.certPath, certPath);
    await expect.poll(() => server.output()).toContain("cannot be used; the old one stays");
    expect(await fingerprintAt(server.port)).toBe(before);
    copyFileSync(renewed.keyPath, keyPath);
    await expect.poll(() => fingerprintAt(server.port)).not.toBe(before);
    expect((await client.get("health")).status()).toBe(200);

    const messages = async () => (await client.get("notify", { headers })).text();
    await expect.poll(messages).toContain("certificateExpires");
    expect((await (await client.get("notify", { headers })).json()).data.messages).toHaveLength(1);
  } finally {
    await client.dispose();
    await server.remove();
    for (const folder of [dir, next]) rmSync(folder, { recursive: true });
  }
});
