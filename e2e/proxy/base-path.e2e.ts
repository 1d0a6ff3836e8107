import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { makeCertificate } from "../support/make-certificate";
import { startFiledeck } from "../support/start-filedeck";
import { startCaddy, startNginx, type Proxy } from "../support/start-proxy";
import { walk, watch } from "./walk";

test.use({ ignoreHTTPSErrors: true });

type Case = { base: string; start: typeof startNginx; example: string };
const cases: Case[] = [
  { base: "", start: startNginx, example: "host.conf" },
  { base: "", start: startNginx, example: "host-tls.conf" },
  { base: "/files", start: startNginx, example: "prefix.conf" },
  { base: "/files", start: startNginx, example: "prefix-stripped.conf" },
  { base: "/a/b", start: startNginx, example: "prefix.conf" },
  { base: "/a/b", start: startNginx, example: "prefix-stripped.conf" },
  { base: "", start: startCaddy, example: "host.Caddyfile" },
  { base: "/files", start: startCaddy, example: "prefix.Caddyfile" },
  { base: "/a/b", start: startCaddy, example: "prefix-stripped.Caddyfile" },
];

for (const { base, start, example } of cases) {
  test(`at ${base || "the root"} behind ${example} nothing leaves the base`, async ({ page }) => {
    const server = await startFiledeck({ basePath: base, env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
    const dir = mkdtempSync(path.join(tmpdir(), "filedeck-cert-"));
    const isTls = example.includes("tls");
    const { certPath, keyPath } = makeCertificate(dir);
    const tls = { "/etc/ssl/filedeck/cert.pem": certPath, "/etc/ssl/filedeck/key.pem": keyPath };
    const changes = {
      "127.0.0.1:8480": `127.0.0.1:${server.port}`,
      ...(base === "" ? {} : { "/files": base }),
      ...(isTls ? tls : {}),
    };
    const proxy = await start({ example, changes });
    const origin = `${isTls ? "https" : "http"}://127.0.0.1:${proxy.port}`;
    const url = `${origin}${base}`;
    const seen = watch(page);
    await walk(page, { url, filesDir: server.filesDir });

    const isInside = (target: string) => target === base || target.startsWith(`${base}/`);
    const fromNetwork = seen.urls.filter((target) => !/^(?:blob|data):/.test(target));
    expect(fromNetwork.filter((target) => !target.startsWith(origin) || !isInside(new URL(target).pathname))).toEqual(
      [],
    );
    expect(proxy.requested().filter((target) => !isInside(target))).toEqual([]);
    for (const part of ["/_next/static/", "/api/user/login", "/api/socket", "/api/file/download"])
      expect(
        proxy.requested().some((target) => target.startsWith(`${base}${part}`)),
        part,
      ).toBe(true);
    // The unknown page at the end of the walk is the only complaint.
    expect(seen.problems.filter((problem) => !problem.includes("/nowhere"))).toEqual([]);

    const cookie = (await page.context().cookies()).find(({ httpOnly }) => httpOnly);
    expect(cookie).toMatchObject({ path: base || "/", secure: isTls });
    await expectRedirects(proxy, base);
    await proxy.stop();
    await server.remove();
    rmSync(dir, { recursive: true, force: true });
  });
}

/** The base without a slash leads into the app, with one at most one step away, never in a circle. */
async function expectRedirects({ port }: Proxy, base: string): Promise<void> {
  if (base === "") return;
  let target = base;
  for (let steps = 0; steps < 3; steps++) {
    const { status, location } = await headOf(port, target);
    if (status === 200) return;
    expect([status >= 300 && status < 400, location]).toEqual([true, expect.stringContaining(base)]);
    target = new URL(location ?? "", `http://127.0.0.1:${port}`).pathname;
  }
  throw new Error(`${base} is redirected in a circle`);
}

function headOf(port: number, target: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path: target, method: "HEAD" }, (response) =>
      resolve({ status: response.statusCode ?? 0, location: response.headers.location }),
    );
    request.once("error", reject).end();
  });
}
