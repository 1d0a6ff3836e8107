import { execFileSync } from "node:child_process";
import { call, makeUser } from "../support/api-client";
import { readSetting } from "../support/read-database";
import { startOrigin, type Origin } from "../support/start-origin";
import { expect, test } from "../support/test";
import { signInAs } from "./sign-in-as";

let other: Origin;
let isOpen = true;

test.beforeAll(async () => {
  other = await startOrigin((_, response) => {
    response.end(JSON.stringify(isOpen ? { allow: true } : { allow: false, message: "Closed until 8:00" }));
  });
});
test.afterAll(() => other.close());

test("an administrator sets up a check, which refuses with its own words; the command ends it", async ({
  page,
  server,
  root,
  login,
  browser,
  expectConsole,
}) => {
  expectConsole(/403|409/);
  await login();
  await page.goto("settings");
  const section = page.getByRole("region", { name: "Sign-in check" });
  await section.getByRole("switch", { name: "Ask before letting users in" }).click();
  await section.getByRole("textbox", { name: "Address" }).fill(`${other.url}/sign-in`);
  await section.getByRole("button", { name: "Generate" }).click();
  await section.getByRole("button", { name: "Test" }).click();
  await expect(section.getByText("It doesn’t answer as it should")).toBeVisible();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/almost nobody could sign in/).first()).toBeVisible();
  expect(await readSetting(server, "signInHook")).toBeNull();
  await section.getByRole("switch", { name: "Allow private addresses" }).click();
  await section.getByRole("button", { name: "Test" }).click();
  await expect(section.getByText(/It allows the sign-in/)).toBeVisible();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();

  const user = await makeUser(server, root);
  isOpen = false;
  const visitor = await (await browser.newContext({ locale: "en-US" })).newPage();
  await visitor.goto(server.url);
  await signInAs(visitor, user);
  await expect(visitor.getByText("This sign-in isn’t allowed: Closed until 8:00")).toBeVisible();
  const attempt = async () => (await call(server, "user/login", { body: user })).answer.error;
  expect(await attempt()).toBe("auth/hook-denied-because");
  // From the machine itself an administrator gets in.
  const own = await call(server, "user/login", { body: { username: root.username, password: root.password } });
  expect(own.status).toBe(200);

  const env = { PATH: process.env["PATH"], NODE_ENV: "production" as const, FILEDECK_DATA: server.dataDir };
  execFileSync(process.execPath, ["dist/server.mjs", "stop-sign-in-check"], { env, stdio: "pipe" });
  expect(await attempt()).toBeUndefined();
  await visitor.context().close();
});
