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
  const cookie = (await page.context().cookies()).find(({ name }) => name === "filedeck.session");
  const answers = await Promise.all(
    ["/", "/api/health", "/api/none", "/dav/"].map((to) => page.request.get(server.url + to)),
  );
  expect(answers.map((answer) => answer.headers()["strict-transport-security"])).toEqual(
    answers.map(() => "max-age=31536000"),
  );
  expect(cookie).toMatchObject({ secure: true, sameSite: "Lax" });
  await server.remove();
  rmSync(dir, { recursive: true, force: true });
});
