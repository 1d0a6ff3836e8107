import { violationsInThemes } from "../support/axe";
import { makeShare } from "../support/make-share";
import { expect, test } from "../support/test";

const people = `name,age,city\n${Array.from({ length: 50_000 }, (_, at) => `Person ${at},${(at * 7919) % 100},"Town, ${at % 13}"`).join("\n")}\n`;

test("a table is sorted, filtered, copied and read in another way", async ({
  page,
  login,
  server,
  tempRoot,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const root = tempRoot({ "people.csv": people, "odd.csv": Buffer.from("gr\xf6\xdfe;1\n", "latin1") });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("grid").getByRole("row", { name: "people.csv" }).dblclick();
  const dialog = page.getByRole("dialog", { name: "people.csv" });
  await expect(dialog).toContainText("50,000 rows");
  const grid = dialog.getByRole("grid", { name: "people.csv" });
  await expect(grid.getByRole("gridcell", { name: "Town, 0" }).first()).toBeVisible();
  expect.soft(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);

  await dialog.getByRole("button", { name: "age" }).click();
  await expect(grid.getByRole("columnheader", { name: "age" })).toHaveAttribute("aria-sort", "ascending");
  await expect(grid.getByRole("row").nth(1)).toContainText("Person 0");
  await dialog.getByRole("textbox", { name: "Filter rows" }).fill("person 4999");
  await expect(dialog).toContainText("11 of 50,000 rows");

  await grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Person 4999\d?\t\d+$/);

  await dialog.getByRole("combobox", { name: "Delimiter" }).selectOption("Semicolon");
  await expect(grid).toHaveAttribute("aria-colcount", "1");
  await page.keyboard.press("Escape");

  await page.goto(`${server.url}/browse/${root.path}?open=odd.csv`);
  const odd = page.getByRole("dialog", { name: "odd.csv" });
  await expect(odd.getByRole("gridcell", { name: "größe" })).toBeVisible();
  await odd.getByRole("button", { name: "Open as text" }).click();
  await expect(page.getByRole("textbox", { name: "odd.csv" })).toBeFocused();
});

test("a visitor of a share that is for looking only sees the table", async ({ page, server, tempRoot, root }) => {
  const { path } = tempRoot({ shared: { "a.csv": "name,age\nAnn,30\n" } });
  const share = await makeShare(server, root, { files: [`${path}/shared`], mode: "view" });
  await page.goto(`${server.url}/s/${share.link}?in=shared&open=a.csv`);
  await expect(page.getByRole("dialog", { name: "a.csv" }).getByRole("gridcell", { name: "Ann" })).toBeVisible();
});
