import { violationsInThemes } from "../support/axe";
import { readDatabase } from "../support/read-database";
import { expect, test } from "../support/test";

const soon = { timeout: 30_000 };

test("raises an alert by a rule that was made on the screen, and ends it with the rule", async ({
  server,
  page,
  login,
}) => {
  await login({ permissions: ["sys_view", "alert_manage"] });
  await page.goto(`${server.url}/system/alerts`);
  await expect(page.getByText("Space used on any file system at 90% or more")).toBeVisible();
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add rule" });
  await dialog.getByLabel("What to watch").selectOption("Load average");
  await dialog.getByLabel("Limit").fill("0");
  await dialog.getByLabel("For how many minutes").fill("0");
  await expect(dialog.getByText(/There’s no history|fired/)).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  const current = page.getByRole("region", { name: "Current alerts" });
  await expect(current.getByRole("listitem").filter({ hasText: "Load average" })).toBeVisible(soon);
  await expect(page.getByRole("button", { name: /^Notifications, \d+ new$/ })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  // It leads to its chart, of the time since when.
  await current.getByRole("link", { name: "Load average" }).click();
  await expect(page).toHaveURL(/\/system\?card=load&since=\d{13}$/);
  const card = page.getByRole("main").getByRole("region", { name: "CPU", exact: true });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport();
  await expect(page.getByRole("radio", { name: "Live" })).toBeChecked();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.goto(`${server.url}/system`);
  await page.getByRole("link", { name: /^Show a/ }).click();
  await page.getByRole("button", { name: "Edit “Load average at 0 or more”" }).click();
  const change = page.getByRole("dialog", { name: "Change rule" });
  await change.getByLabel("Limit").fill("0.001");
  await change.getByLabel("Importance").selectOption("Critical");
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toHaveCount(0);
  const sql = `SELECT threshold, importance FROM "AlertRule" WHERE metric = 'load'`;
  expect(await readDatabase(server, sql)).toMatchObject([{ threshold: 0.001, importance: "critical" }]);
  // Off, it watches nothing, and its alert is over.
  const turn = page.getByRole("switch", { name: /^Load average at/ });
  await turn.press(" ");
  await expect(turn).not.toBeChecked();
  const enabled = `SELECT "isEnabled" FROM "AlertRule" WHERE metric = 'load'`;
  await expect.poll(async () => Number((await readDatabase(server, enabled))[0]?.["isEnabled"])).toBe(0);
  await expect(current.getByText("Load average")).toHaveCount(0);
  // Until the change has been answered, and the rules were read again, it takes no press.
  await expect(turn).toBeEnabled();
  await turn.press(" ");
  await expect.poll(async () => Number((await readDatabase(server, enabled))[0]?.["isEnabled"])).toBe(1);
  await page.getByRole("button", { name: /^Delete “Load average at/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(current.getByText("Load average")).toHaveCount(0);
});

test("who may only see the system sees its alerts and no rules", async ({ server, page, login }) => {
  await login({ permissions: ["sys_view"] });
  await page.goto(`${server.url}/system/alerts`);
  await expect(page.getByRole("heading", { name: "Current alerts" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Rules" })).toHaveCount(0);
});
