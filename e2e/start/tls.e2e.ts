import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { makeCertificate } from "../support/make-certificate";
import { rootUser, startFiledeck } from "../support/start-filedeck";

test.use({ ignoreHTTPSErrors: true });

test("with certificate and key everything goes over TLS: pages, API, socket, and a Secure cookie", async ({ page }) => {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-tls-"));
  const { certPath, keyPath } = makeCertificate(dir);
  const server = await startFiledeck({ env: { FILEDECK_TLS_CERT: certPath, FILEDECK_TLS_KEY: keyPath } });
  expect(server.url).toMatch(/^https:/);
  expect(server.output()).toContain(`ready at ${server.url}/`);
  const socket = page.waitForEvent("websocket");
  await page.goto(`${server.url}/`);
  await page.getByLabel("Username").fill(rootUser.username);
  await page.getByRole("textbox", { name: "Password" }).fill(rootUser.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Upload" }).first()).toBeVisible();
  expect((await socket).url()).toMatch(/^wss:/);
  const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith("filedeck.session."));
  expect(cookie).toMatchObject({ secure: true, sameSite: "Lax" });
  await server.remove();
  rmSync(dir, { recursive: true, force: true });
});

test("browsers are told to come over TLS only: by our own, by a proxy that is trusted, and by no other", async ({
  request,
}) => {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-tls-"));
  const { certPath, keyPath } = makeCertificate(dir);
  const told = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
    const server = await startFiledeck({ env });
    const answers = await Promise.all(
      ["/login", "/api/health", "/api/none", "/dav/", "/vendor/none"].map((to) =>
        request.get(server.url + to, { headers }),
      ),
    );
    await server.remove();
    return [...new Set(answers.map((answer) => answer.headers()["strict-transport-security"] ?? "nothing"))];
  };
  const tls = { FILEDECK_TLS_CERT: certPath, FILEDECK_TLS_KEY: keyPath };
  const forwarded = { "x-forwarded-proto": "https" };
  expect(await told(tls)).toEqual(["max-age=31536000"]);
  expect(await told({ ...tls, FILEDECK_HSTS: "0" })).toEqual(["nothing"]);
  expect(await told({ FILEDECK_TRUSTED_PROXIES: "127.0.0.1" }, forwarded)).toEqual(["max-age=31536000"]);
  expect(await told({}, forwarded)).toEqual(["nothing"]);
  rmSync(dir, { recursive: true, force: true });
});
