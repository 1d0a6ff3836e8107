import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/test";

const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#884422" } })
    .jpeg()
    .toBuffer();

test("a picture is cropped, turned and saved as a copy, then over itself with its version kept", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const original = await photo();
  const root = tempRoot({ "a.jpg": original });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  const row = page.getByRole("grid").getByRole("row", { name: /a\.jpg/ });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Edit image" }).click();
  const editor = page.getByRole("dialog", { name: "Edit “a.jpg”" });
  await editor.getByRole("button", { name: "Square" }).click();
  await expect(editor.getByRole("button", { name: /^Undo/ })).toHaveAccessibleName("Undo");
  await editor.getByRole("radio", { name: "Adjust" }).click();
  await editor.getByRole("slider", { name: "Brightness" }).press("ArrowRight");
  await editor.getByRole("radio", { name: "Draw" }).click();
  await editor.getByRole("radio", { name: "Arrow" }).click();
  await editor.getByRole("button", { name: "Add in the center: Arrow" }).click();
  await expect(editor.getByRole("list", { name: "Drawings" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(editor.getByRole("list", { name: "Drawings" })).toHaveCount(0);
  await page.keyboard.press("Control+y");
  await expect(editor.getByRole("list", { name: "Drawings" }).getByRole("listitem")).toHaveCount(1);
  expect(await violationsOf(page, { within: "[data-open-overlay]" })).toEqual([]);
  await page.keyboard.press("Control+s");
  const saving = page.getByRole("dialog", { name: "Save image" });
  await expect(saving.getByText(/300 × 300 px/)).toBeVisible();
  await saving.getByRole("button", { name: "Save copy" }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByRole("grid").getByRole("row", { name: /a-edited\.jpg/ })).toBeVisible();
  expect(await sharp(path.join(root.dir, "a-edited.jpg")).metadata()).toMatchObject({ width: 300, height: 300 });
  expect(readFileSync(path.join(root.dir, "a.jpg")).equals(original)).toBe(true);

  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Edit image" }).click();
  await editor.getByRole("button", { name: "Rotate right" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
  await editor.getByRole("button", { name: "Save…" }).click();
  await saving.getByRole("radio", { name: "Replace the original" }).check();
  await saving.getByRole("button", { name: "Replace original" }).click();
  await expect(editor).toBeHidden();
  expect(await sharp(path.join(root.dir, "a.jpg")).metadata()).toMatchObject({ width: 300, height: 400 });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: /versions/i }).click();
  await expect(page.getByRole("dialog", { name: /versions/ }).getByRole("listitem")).toHaveCount(1);
});

test("pictures are turned by a key, in the list and as they are shown, and what they were is kept", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.jpg": await photo(), "b.jpg": await photo(), "words.txt": "words" });
  const sizeOf = async (name: string) => {
    const { width, height } = await sharp(readFileSync(path.join(root.dir, name))).metadata();
    return [width, height];
  };
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  const row = (name: RegExp) => page.getByRole("grid").getByRole("row", { name });
  await row(/a\.jpg/).click();
  await row(/b\.jpg/).click({ modifiers: ["Shift"] });
  await page.keyboard.press("Control+]");
  await expect(page.getByTestId("last-said")).toContainText("2 pictures rotated");
  expect([await sizeOf("a.jpg"), await sizeOf("b.jpg")]).toEqual([
    [300, 400],
    [300, 400],
  ]);
  await row(/words\.txt/).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Rotate right" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await row(/a\.jpg/).dblclick();
  await expect(page.getByRole("button", { name: "Rotate and save" })).toBeVisible();
  await page.keyboard.press("[");
  await expect(page.getByTestId("last-said")).toContainText("1 picture rotated");
  expect(await sizeOf("a.jpg")).toEqual([400, 300]);
  await page.keyboard.press("Escape");
  await row(/a\.jpg/).click({ button: "right" });
  await page.getByRole("menuitem", { name: /versions/i }).click();
  await expect(page.getByRole("dialog", { name: /versions/ }).getByRole("listitem")).toHaveCount(2);
});
