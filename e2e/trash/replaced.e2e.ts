import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const toast = (page: Page, text: string) => page.getByTestId("toast").filter({ hasText: text });

/** Every file that anybody sees, with what is in it. */
function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".filedeck-trash"))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => `${path.relative(dir, file)} ${textOf(file)}`)
    .toSorted((one, other) => (one < other ? -1 : 1));
}

/** Empty for what was moved between its being listed and read: the next look finds it elsewhere. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

for (const { key, word, end, back } of [
  {
    key: "Control+x",
    word: "Moved",
    end: ["to/a.txt new", "to/d/b.txt new", "to/d/c.txt old"],
    back: "Undone: 2 items",
  },
  {
    key: "Control+c",
    word: "Copied",
    end: ["a.txt new", "d/b.txt new", "to/a.txt new", "to/d/b.txt new", "to/d/c.txt old"],
    back: "Undone: 2 copies were moved to the trash",
  },
])
  test(`${word} over others by mistake: one key brings both back`, async ({ page, login, server, tempRoot }) => {
    const root = tempRoot({
      "a.txt": "new",
      d: { "b.txt": "new" },
      to: { "a.txt": "old", d: { "b.txt": "old", "c.txt": "old" } },
    });
    const before = filesIn(root.dir);
    await login();
    await page.goto(`${server.url}/browse/${root.path}`);
    await rowOf(page, /^a\.txt/).click();
    await rowOf(page, /^d /).click({ modifiers: ["Control"] });
    await page.keyboard.press(key);
    await rowOf(page, /^to/).dblclick();
    // Both folders have an a.txt; only the first has another folder to go to.
    await expect(rowOf(page, /^to/)).toHaveCount(0);
    await expect(rowOf(page, /^a\.txt/)).toBeVisible();
    await page.keyboard.press("Control+v");
    await page.getByRole("radio", { name: "Replace" }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    // The file by the answer for its name; the one in the folder by the same.
    await expect(toast(page, `${word} 2 items · 2 replaced, originals in the trash`)).toBeVisible();
    expect(filesIn(root.dir)).toEqual(end);
    await page.keyboard.press("Control+z");
    await expect.poll(() => filesIn(root.dir)).toEqual(before);
    // Without a button its message is soon gone; the list has it.
    await page.getByRole("button", { name: /^Notifications/ }).click();
    const said = page.getByRole("region", { name: "Notifications" });
    await expect(said).toContainText(`${back} · 2 replaced items restored`);
  });
