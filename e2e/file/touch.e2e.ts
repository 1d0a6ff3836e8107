import type { Page } from "@playwright/test";
import { expect, test as base } from "../support/test";

/** A telephone. */
const test = base.extend({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });

/** A finger that stays, through the browser's own touch input. */
async function longPress(page: Page, name: RegExp): Promise<void> {
  const box = await rowOf(page, name).boundingBox();
  if (box === null) throw new Error("no row");
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 3, y: box.y + box.height / 2 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(rowOf(page, name)).toHaveAttribute("aria-selected", "true");
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a long press selects, taps then add, and none of them opens", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ docs: { "in.txt": "x" }, "a.txt": "a", "b.txt": "b" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).waitFor();
  await longPress(page, /docs/);
  await expect(page).toHaveURL(`${server.url}/browse/${root.path}`);
  await rowOf(page, /b\.txt/).tap();
  await expect(rowOf(page, /b\.txt/)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("toolbar", { name: "Selection" })).toContainText("2");
  await page.getByRole("button", { name: "Clear selection" }).tap();
  await rowOf(page, /docs/).tap();
  await expect(rowOf(page, /in\.txt/)).toBeVisible();
});

test("an entry's menu is a sheet at the bottom with targets of 44 px", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("button", { name: "Actions for a.txt" }).tap();
  const sheet = () => page.getByRole("menu").boundingBox();
  expect([(await sheet())?.x, (await sheet())?.width]).toEqual([0, 390]);
  // It slides in.
  await expect.poll(async () => Math.round(((await sheet())?.y ?? 0) + ((await sheet())?.height ?? 0))).toBe(844);
  for (const item of await page.getByRole("menuitem").all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("menuitem", { name: "Rename" }).tap();
  await page.getByRole("textbox", { name: "New name for a.txt" }).fill("b.txt");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, /b\.txt/)).toBeVisible();
});

test("nothing that is tapped is small, and nothing is wider than the screen", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ deep: { er: { "a.txt": "a" } } });
  await login();
  for (const place of [`browse/${root.path}/deep/er`, "account", "users", "users/roles", "audit", "settings"]) {
    await page.goto(`${server.url}/${place}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect.soft(await tooSmall(page), place).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, place).toBeLessThanOrEqual(0);
  }
});

/** Buttons and fields that are lower than 40 px: targets have 44, but for what lies within a field's frame. */
async function tooSmall(page: Page): Promise<string[]> {
  const small: string[] = [];
  for (const role of ["button", "combobox", "textbox", "searchbox", "menuitem"] as const) {
    for (const target of await page.getByRole(role).all()) {
      // Heads of tables are for screen readers there.
      if ((await target.locator("xpath=ancestor::thead").count()) > 0) continue;
      // What is gone since, such as the filter of a list that came, is not tapped.
      const box = (await target.count()) === 0 ? null : await target.boundingBox();
      if (box !== null && box.height < 40 && box.height > 1)
        small.push(`${role} ${(await target.getAttribute("aria-label")) ?? (await target.innerText())} ${box.height}`);
    }
  }
  return small;
}
