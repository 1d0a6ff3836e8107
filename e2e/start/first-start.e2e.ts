import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { call, signIn } from "../support/api-client";
import { rootUser, startFiledeck, type Filedeck } from "../support/start-filedeck";

const withoutPassword = { FILEDECK_ADMIN_PASSWORD: "" };

function setupLinks({ output }: Filedeck): string[] {
  return output().match(/^ *https?:\S+\/setup\?token=\w+$/gm) ?? [];
}

test("without a password the log holds one link, which makes the first account once", async ({ page }) => {
  const server = await startFiledeck({ env: withoutPassword });
  const [link = "", ...others] = setupLinks(server).map((text) => text.trim());
  expect(others).toEqual([]);
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));

  const wrong = await call(server, "user/setup", { body: { token: "guessed", ...rootUser } });
  expect([wrong.status, wrong.answer.error]).toEqual([403, "auth/setup-token"]);

  await page.goto(link);
  await page.getByLabel("Username").fill("operator");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("a-long-password");
  await page.getByRole("textbox", { name: "Confirm password" }).fill("a-long-password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("button", { name: "Upload" }).first()).toBeVisible();
  expect(problems).toEqual([]);

  const token = new URL(link).searchParams.get("token") ?? "";
  const again = await call(server, "user/setup", { body: { token, ...rootUser } });
  expect([again.status, again.answer.error]).toEqual([409, "auth/setup-closed"]);

  await server.stop();
  const second = await startFiledeck({ env: withoutPassword, workDir: server.workDir });
  expect(setupLinks(second)).toEqual([]);
  await signIn(second, { username: "operator", password: "a-long-password" });
  await second.remove();
});

test("the password of the environment makes the account, and no link is printed", async () => {
  const server = await startFiledeck();
  expect(setupLinks(server)).toEqual([]);
  const setup = await call<{ needed: boolean }>(server, "user/setup");
  expect(setup.answer.data.needed).toBe(false);
  await signIn(server);
  await server.remove();
});

test("the data is readable by its user only", async () => {
  const server = await startFiledeck();
  await signIn(server);
  const readable = readdirSync(server.dataDir).filter(
    (name) => (statSync(path.join(server.dataDir, name)).mode & 0o077) !== 0,
  );
  expect([readable, statSync(server.dataDir).mode & 0o777]).toEqual([[], 0o700]);
  await server.remove();
});

test("a second `npm start` builds nothing and serves its pages", async () => {
  const look = "import { isCurrent } from './scripts/fingerprint.mjs'; process.stdout.write(String(isCurrent()))";
  const isCurrent = execFileSync(process.execPath, ["--input-type=module", "-e", look]).toString();
  expect(isCurrent, "the build must be current: node scripts/build.mjs").toBe("true");

  const first = await startFiledeck({ script: "scripts/start.mjs" });
  await first.stop();
  const server = await startFiledeck({ script: "scripts/start.mjs", workDir: first.workDir });
  const page = await fetch(`${server.url}/login`);
  expect([page.status, server.output().includes("Building")]).toEqual([200, false]);
  await server.stop();
  await first.remove();
});
