import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const words = (locale: string, file: string) =>
  JSON.parse(readFileSync(`messages/${locale}/${file}.json`, "utf8")) as Record<string, string>;
/** A text of each of the two files of words. */
const firstText = words("en", "file")["folderMenu"] ?? "?";
const restText = words("en", "share")["empty"] ?? "?";

/** The scripts that the page has loaded and that hold the text. */
function scriptsWith(page: Page, text: string): { found: string[]; settled: () => Promise<unknown> } {
  const found: string[] = [];
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const read = async () => {
      const script = await response.text();
      if (script.includes(text)) found.push(script);
    };
    reading.push(read().catch(() => undefined)); // the page has gone on
  });
  return { found, settled: () => Promise.all(reading) };
}

const openShareDialog = async (page: Page) => {
  await page.getByRole("row", { name: /a\.txt/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Share…" }).click();
  return page.getByRole("dialog", { name: "Share “a.txt”" });
};

test("the file page begins with a part of the words, and the rest comes with the first dialog", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const { path, dir } = tempRoot({ "a.txt": "a" });
  // A message to an administrator has words of its own.
  await login({
    permissions: ["file_read", "filecat_file_context_update_upload_created_copy_decompression", "file_share"],
    access: [dir],
  });
  const [first, rest] = [scriptsWith(page, firstText), scriptsWith(page, restText)];
  await page.goto(`${server.url}/browse/${path}`);
  await expect(page.getByRole("row", { name: /a\.txt/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await first.settled();
  expect(first.found.map((script) => brotliCompressSync(script).length < 9_000)).toEqual([true]);

  // Neither a menu nor a question needs more.
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New folder" }).click();
  const question = page.getByRole("dialog", { name: "New folder" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await rest.settled();
  expect(rest.found.length).toBe(0);

  const dialog = await openShareDialog(page);
  await expect(dialog.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  await expect(dialog.getByText("Visitors can open and download what you share.")).toBeVisible();
  await rest.settled();
  expect(rest.found.length).toBe(1);
});

test("another page has all words at once, and so has the file page when it is gone to", async ({
  page,
  login,
  server,
}) => {
  await login();
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search settings" })).toBeVisible();
  await page.goto(`${server.url}/browse`);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("searchbox", { name: "Search settings" })).toBeVisible();
});

test("words that were broken off are asked for again, and the dialog has them", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  const { path } = tempRoot({ "a.txt": "a" });
  await login();
  let tries = 0;
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    const response = await route.fetch();
    const hasRest = (await response.text()).includes(restText);
    if (hasRest && ++tries === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await page.goto(`${server.url}/browse/${path}`);
  const dialog = await openShareDialog(page);
  await expect(dialog.getByText("Visitors can open and download what you share.")).toBeVisible();
  expect(tries).toBe(2);
});

test("the file page follows the account's language, and a dialog speaks it", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const { path } = tempRoot({ "a.txt": "a" });
  await page.context().addCookies([{ name: "filedeck.locale", value: "fr", url: server.url }]);
  await login({ permissions: ["file_read", "file_share"] });
  await page.goto(`${server.url}/browse/${path}`);
  // The account's own is English.
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const dialog = await openShareDialog(page);
  await expect(dialog.getByText("Visitors can open and download what you share.")).toBeVisible();
});
