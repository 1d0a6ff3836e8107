import { chromium } from "playwright-core";
import { browserPath } from "../e2e/support/browser-path";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { makeUser, signIn } from "../e2e/support/api-client";
const server = await startFiledeck({ env: { FILEDECK_ADMIN_USERNAME: "root" } });
const root = await signIn(server);
const user = await makeUser(server, root, { permissions: ["file_read", "terminal"], readOnly: [server.filesDir], access: [] });
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, width, height, scheme] of [
  ["1360", 1360, 900, "light"],
  ["736", 736, 900, "dark"],
  ["390", 390, 850, "light"],
] as const) {
  const page = await browser.newPage({ viewport: { width, height }, locale: "en-US", colorScheme: scheme, ...(width < 400 ? { hasTouch: true, isMobile: true } : {}) });
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Username").fill("root");
  await page.getByLabel("Password", { exact: true }).fill("correct-horse-battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/browse/);
  await page.goto(`${server.url}/users?rights=${user.id}`);
  await page.getByLabel("Absolute path").fill(`${server.filesDir}/x.txt`);
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Delete, move, or rename" }).click();
  await page.getByRole("button", { name: "Check" }).click();
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/zz-r-${name}.png` });
  await page.goto(`${server.url}/audit`);
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/zz-a-${name}.png` });
  await page.close();
}
await browser.close();
await server.remove();
