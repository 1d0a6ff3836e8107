import { execFileSync } from "node:child_process";
import { constants } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import tls, { type TlsOptions } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaveOutSlowExchanges } from "./quick-exchanges";

const before = { ciphers: tls.DEFAULT_CIPHERS, curves: tls.DEFAULT_ECDH_CURVE };
const folder = mkdtempSync(path.join(tmpdir(), "filedeck-exchanges-"));
const own = () => ({ key: readFileSync(path.join(folder, "key")), cert: readFileSync(path.join(folder, "cert")) });

beforeAll(() => {
  // Another test of this process may have started all of it.
  [tls.DEFAULT_CIPHERS, tls.DEFAULT_ECDH_CURVE] = [constants.defaultCoreCipherList, "auto"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-keyout", "key", "-out", "cert"];
  execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
});
afterAll(() => {
  [tls.DEFAULT_CIPHERS, tls.DEFAULT_ECDH_CURVE] = [before.ciphers, before.curves];
  rmSync(folder, { recursive: true });
});

/** What a connection to a server like this agrees on; null: nothing. */
async function agree(options: TlsOptions): Promise<string | null> {
  const server = tls.createServer({ ...own(), ...options }).listen(0, "127.0.0.1");
  server.on("tlsClientError", () => {});
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // of a TCP server
  const socket = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect");
    return socket.getCipher().name;
  } catch {
    return null;
  } finally {
    socket.destroy();
    server.close();
  }
}

const field12: TlsOptions = { ciphers: "DHE-RSA-AES128-GCM-SHA256", maxVersion: "TLSv1.2", dhparam: "auto" };
const field13: TlsOptions = { ecdhCurve: "ffdhe2048", minVersion: "TLSv1.3" };

test("no other side chooses a finite field, and curves are there as before", async () => {
  // So the servers are what they are meant to be.
  expect(await agree(field12)).toBe("DHE-RSA-AES128-GCM-SHA256");
  expect(await agree(field13)).toMatch(/^TLS_/);
  for (const time of [1, 2]) {
    leaveOutSlowExchanges();
    expect([time, await agree(field12), await agree(field13)]).toEqual([time, null, null]);
    expect(await agree({ maxVersion: "TLSv1.2" })).toMatch(/^ECDHE-RSA-/);
    expect(await agree({ minVersion: "TLSv1.3" })).toMatch(/^TLS_/);
  }
  expect(tls.DEFAULT_ECDH_CURVE).toMatch(/X25519:P-256:P-384:P-521$/);
});
