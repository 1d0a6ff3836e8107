import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/test";

/** Of numbered lines, longer than any editor takes. */
function writeLog(file: string, lines: number): void {
  const fd = openSync(file, "w");
  for (let from = 0; from < lines; from += 50_000) {
    const count = Math.min(50_000, lines - from);
    writeSync(fd, Array.from({ length: count }, (_, index) => `line ${from + index} ${"x".repeat(90)}\n`).join(""));
  }
  closeSync(fd);
}

test("of a log of 150 MB the beginning and the end are shown, after a question that says so", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({});
  writeLog(path.join(root.dir, "huge.log"), 1_500_000);
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=huge.log`);
  const question = page.getByRole("dialog", { name: "Large file" });
  await expect(question).toContainText("is too large to open whole. You’ll see its beginning and end, read-only.");
  await question.getByRole("button", { name: "Open" }).click();
  const dialog = page.getByRole("dialog", { name: "huge.log" });
  await expect(dialog.getByRole("textbox", { name: "huge.log" })).toBeFocused();
  await expect(dialog.getByRole("alert")).toContainText(
    /Only the beginning and end of this 14\d\.\d\d MB file are shown/,
  );
  await expect(dialog.getByText("line 0 xxx").first()).toBeVisible();
  await page.keyboard.type("typed");
  await page.keyboard.press("Control+End");
  await expect(dialog.getByText("line 1499999 xxx").first()).toBeVisible();
  await expect(dialog.getByText("typed")).toHaveCount(0);
});
