import iconv from "iconv-lite";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const editorOf = (page: Page, name: string) => page.getByRole("dialog", { name }).getByRole("textbox", { name });

test("a text of an unknown type opens by Enter twice, and without a question from then on", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({
    "a.quux": "one\n",
    "b.quux": "two\n",
    oldconf: iconv.encode("Это проверка кодировки русского текста в файле.\n", "windows-1251"),
    "noise.quux": new Uint8Array([0, 1, 2, 250]),
  });
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.quux/).click();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "a.quux" });
  await expect(question).toContainText("Unknown file type. Right-click the file to see what you can do with it.");
  await expect(question.getByRole("button", { name: "Open as text" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(editorOf(page, "a.quux")).toBeFocused();
  await page.keyboard.press("Escape");

  await rowOf(page, /b\.quux/).dblclick();
  await expect(editorOf(page, "b.quux")).toBeFocused();
  await page.keyboard.press("Escape");

  // A name without an extension, in another encoding; not remembered.
  await rowOf(page, /oldconf/).dblclick();
  await page.getByLabel("Always open files without an extension as text").uncheck();
  await page.getByRole("dialog", { name: "oldconf" }).getByRole("button", { name: "Open as text" }).click();
  await expect(editorOf(page, "oldconf")).toBeFocused();
  await page.keyboard.press("Escape");

  // What is no text is asked about, whatever was remembered.
  await page.goto(`${server.url}/browse/${root.path}?open=noise.quux`);
  const other = page.getByRole("dialog", { name: "noise.quux" });
  await expect(other.getByRole("button", { name: "Download" })).toBeFocused();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toBe("noise.quux");
  await expect(page).toHaveURL(`${server.url}/browse/${root.path}`);

  // Forgotten in the account, the type is asked about again.
  await page.goto(`${server.url}/account`);
  const saved = page.waitForResponse((response) => response.request().method() === "POST" && response.ok());
  await page.getByRole("button", { name: "Remove .quux" }).click();
  await saved;
  await expect(page.getByText("Always opened as text")).toHaveCount(0);
  await page.goto(`${server.url}/browse/${root.path}?open=b.quux`);
  await expect(
    page.getByRole("dialog", { name: "b.quux" }).getByRole("button", { name: "Open as text" }),
  ).toBeFocused();
});

test("the menu opens unknown types and Markdown as text, in the folder and among results", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.quux": "one\n", "b.md": "# two\n" });
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  for (const name of ["a.quux", "b.md"]) {
    await rowOf(page, new RegExp(name)).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Open as text" }).click();
    await expect(editorOf(page, name)).toBeFocused();
    await page.keyboard.press("Escape");
  }
  await page.goto(`${server.url}/browse/${root.path}?q=quux`);
  await rowOf(page, /a\.quux/).dblclick();
  await page.getByRole("dialog", { name: "a.quux" }).getByRole("button", { name: "Open as text" }).click();
  await expect(editorOf(page, "a.quux")).toBeFocused();
});
