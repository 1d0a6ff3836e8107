import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const tree = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index).padStart(4, "0")}.txt`, "x"]));
const chosen = (page: Page) => page.getByRole("grid").locator('[data-index][aria-selected="true"]');

async function boxOf(page: Page, name: string) {
  const box = await page.getByRole("grid").locator("[data-index]").filter({ hasText: name }).boundingBox();
  if (box === null) throw new Error(`no ${name}`);
  return box;
}

async function dragBand(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

test("a drag from empty space chooses what it touches; with Ctrl it adds", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree(6));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("row", { name: /f0005/ }).waitFor();
  const [third, last] = [await boxOf(page, "f0003"), await boxOf(page, "f0005")];
  await dragBand(page, { x: 700, y: last.y + last.height + 60 }, { x: 500, y: third.y + 20 });
  await expect(chosen(page)).toHaveText([/f0003/, /f0004/, /f0005/]);
  await page.mouse.click(700, last.y + last.height + 60);
  await expect(chosen(page)).toHaveCount(0);

  await page.getByRole("row", { name: /f0000/ }).click();
  await page.keyboard.down("Control");
  await dragBand(page, { x: 700, y: last.y + last.height + 60 }, { x: 500, y: last.y + 20 });
  await page.keyboard.up("Control");
  await expect(chosen(page)).toHaveText([/f0000/, /f0005/]);
});

test("a block of tiles, also on a mirrored page", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot(tree(9));
  const session = await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("row", { name: /f0008/ }).waitFor();
  // The list without details: three tiles to a row.
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Details" }).click();
  await expect(page.getByRole("gridcell", { name: "f0008.txt" })).toBeVisible();
  const [first, fourth] = [await boxOf(page, "f0000"), await boxOf(page, "f0004")];
  await dragBand(page, { x: first.x - 5, y: first.y + 10 }, { x: fourth.x + 30, y: fourth.y + 10 });
  await expect(chosen(page)).toHaveText([/f0000/, /f0001/, /f0003/, /f0004/]);

  await call(server, "user/userInfo/update", { session, body: { rtl: true } });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("grid").locator("[data-index]")).toHaveCount(9);
  const [right, middle] = [await boxOf(page, "f0000"), await boxOf(page, "f0004")];
  await dragBand(
    page,
    { x: right.x + right.width + 5, y: right.y + 10 },
    { x: middle.x + middle.width - 30, y: middle.y + 10 },
  );
  await expect(chosen(page)).toHaveText([/f0000/, /f0001/, /f0003/, /f0004/]);
  await call(server, "user/userInfo/update", { session, body: { rtl: false } });
});

test("at the edge the list scrolls along, through rows that did not exist", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree(400));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("row", { name: /f0000/ }).waitFor();
  const grid = page.getByRole("grid");
  await grid.evaluate((node) => node.scrollTo({ top: node.scrollHeight }));
  const last = await (async () => {
    await page.getByRole("row", { name: /f0399/ }).waitFor();
    return boxOf(page, "f0399");
  })();
  await page.mouse.move(700, last.y + last.height + 20);
  await page.mouse.down();
  await page.mouse.move(650, last.y);
  const box = await grid.boundingBox();
  await page.mouse.move(600, (box?.y ?? 0) - 90);
  await expect(page.getByRole("toolbar", { name: "Selection" })).toContainText("400 selected");
  await page.mouse.up();
  await expect(page.getByRole("row", { name: /f0000/ })).toHaveAttribute("aria-selected", "true");
});
