import sharp from "sharp";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#48a" } })
    .withExif({ IFD0: { Make: "Acme", Model: "Snap 3" }, IFD2: { DateTimeOriginal: "2024:05:17 18:30:00" } })
    .jpeg()
    .toBuffer();

test("the pane tells of what is chosen, is there where there is room, and stays as it was left", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.jpg": await photo(), "b.jpg": await photo(), "c.txt": "words", sub: { "in.txt": "" } });
  await page.setViewportSize({ width: 1600, height: 900 });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  const pane = page.getByRole("complementary", { name: "Details" });
  await expect(pane).toContainText("1 folder, 3 files");
  await page.getByRole("row", { name: /a\.jpg/ }).click();
  await expect(pane).toContainText("900 × 600");
  await expect(pane).toContainText("Acme Snap 3");
  expect(await violationsInThemes(page, { within: "main" })).toEqual([]);
  await pane.getByRole("button", { name: "Rate 3 stars" }).click();
  await expect(pane.getByRole("group", { name: "Rating: 3 stars" })).toBeVisible();
  await page.getByRole("row", { name: /b\.jpg/ }).click({ modifiers: ["Control"] });
  await expect(pane.getByRole("heading")).toHaveText("2 selected");
  await expect(pane).toContainText("May 17, 2024");
  await page.keyboard.press("Alt+p");
  await expect(pane).toHaveCount(0);
  await page.reload();
  await page.getByRole("row", { name: /b\.jpg/ }).waitFor();
  await expect(pane).toHaveCount(0);
  await page.getByRole("button", { name: "Details pane" }).click();
  await expect(pane).toContainText("1 folder, 4 files");
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(pane).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Details pane" })).toHaveCount(0);
});
