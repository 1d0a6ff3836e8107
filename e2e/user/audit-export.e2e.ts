import { readFileSync } from "node:fs";
import { call, makeUser } from "../support/api-client";
import { expect, test } from "../support/test";

test("the audit log is filtered by what it is about, result, and days, and exported so", async ({
  page,
  login,
  server,
  root,
}) => {
  const user = await makeUser(server, root);
  const other = await makeUser(server, root);
  await call(server, "user/login", { body: { ...user, password: "wrong-password" } });
  await login();
  await page.goto(`${server.url}/audit`);
  await page.getByLabel("Target contains").fill(user.username);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Create user" })).toHaveCount(1);
  await expect(page.getByText(other.username)).toHaveCount(0);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(`${server.url}/audit`);
  await expect(page.getByLabel("Target contains")).toHaveValue("");
  await page.getByLabel("Username").fill(user.username);
  await page.getByLabel("Result").selectOption({ label: "Failed" });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).toContainText("Incorrect username or password");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31T12:00");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByText("No matching events")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16));
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Export" }).click();
  const starting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV for spreadsheets" }).click();
  const download = await starting;
  expect(download.suggestedFilename()).toMatch(/^audit \d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,${user.username},`);
  expect(lines[1]).toContain(",POST user/login,");
});

test("all of it comes to scripts, line by line, and nobody without the right gets any", async ({ server, root }) => {
  const user = await makeUser(server, root);
  const { status, text, headers } = await call(server, "audit/export?format=jsonl", { session: root });
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain("attachment");
  const ids = text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: number }).id); // what audit/list has
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(ids.length).toBeGreaterThan(1);
  const session = (await call<{ token: string }>(server, "user/login", { body: user })).answer;
  expect(session.code).toBe(0);
  expect((await call(server, "audit/export?format=csv")).status).toBe(401);
  expect((await call(server, "audit/export?format=csv&token=guessed", { session: root })).status).not.toBe(200);
});
