import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`f-${String(at).padStart(3, "0")}.txt`, "x"]));

/** Chosen, and where it can be seen. */
async function expectShown(page: Page, name: RegExp): Promise<void> {
  await expect(rowOf(page, name)).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(page, name)).toBeInViewport();
  await expect(page.getByRole("row", { selected: true })).toHaveCount(1);
}

async function make(page: Page, item: string, name: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create" }).click();
}

test("what was made, renamed, copied or uploaded is chosen and in sight", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ ...many });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(rowOf(page, /f-000/)).toBeVisible();

  await make(page, "New folder", "zz folder");
  await expectShown(page, /zz folder/);

  await page.keyboard.press("Home");
  await rowOf(page, /f-000/).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("y-last");
  await page.keyboard.press("Enter");
  await expectShown(page, /y-last\.txt/);

  // A copy beside its original gets a name that nobody knows before.
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await expectShown(page, /y-last \(2\)\.txt/);

  await page.keyboard.press("Escape");
  await chooseUpload(page, [{ name: "zz-up.txt", mimeType: "text/plain", buffer: Buffer.from("up") }]);
  await expectShown(page, /zz-up\.txt/);
});

test("a new file opens at once, whatever it is called, and is chosen when it is closed", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ ...many });
  await login();
  await page.addInitScript(() => {
    // A machine on which timers without a time are late: they must not take the focus from what has it by then.
    const real = window.setTimeout.bind(window);
    window.setTimeout = Object.assign(
      (run: TimerHandler, ms?: number, ...rest: unknown[]) => real(run, ms ?? 700, ...rest),
      window.setTimeout,
    );
  });
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(rowOf(page, /f-000/)).toBeVisible();
  for (const name of ["zz.conf", "zz-nothing.quux"]) {
    await make(page, "New file", name);
    await expect(page.getByRole("dialog", { name }).getByRole("textbox", { name })).toBeFocused({ timeout: 30_000 });
    // After the timers that the overlay began with.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await page.keyboard.type("hello");
    await page.keyboard.press("Control+s");
    await expect.poll(() => readFileSync(path.join(root.dir, name), "utf8")).toBe("hello");
    await page.keyboard.press("Escape");
    await expectShown(page, new RegExp(name));
  }
});
