import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { locales } from "@/lib/shared/locales";
import { makeShare } from "../support/make-share";
import { rootUser } from "../support/start-filedeck";
import { expect, test } from "../support/test";

const maxPageBytes = 12 * 1024;

test("a page ships the words that it shows, in every language: at most 12 KB of HTML, compressed", async ({
  server,
  root,
  tempRoot,
}) => {
  const { link } = await makeShare(server, root, { files: [tempRoot({ "a.txt": "a" }).path] });
  for (const locale of locales)
    for (const path of ["/login", "/setup", `/s/${link}`, "/browse", "/tasks", "/nowhere"]) {
      const answer = await fetch(server.url + path, { headers: { cookie: `filedeck.locale=${locale}` } });
      expect(answer.status).toBe(path === "/nowhere" ? 404 : 200);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${locale}"`);
      expect([path, locale, gzipSync(html).length < maxPageBytes]).toEqual([path, locale, true]);
    }
});

const words = (locale: string, file: string) =>
  JSON.parse(readFileSync(`messages/${locale}/${file}.json`, "utf8")) as Record<string, string>;

test("what a page without a session does not carry is loaded: a rare failure, and another language", async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(/500/);
  await page.context().addCookies([{ name: "filedeck.locale", value: "de", url: server.url }]);
  await page.route("**/api/share/**", (route) =>
    route.fulfill({ status: 500, json: { code: 1, error: "archive/memory", message: "", data: null } }),
  );
  await page.goto(`${server.url}/s/any`);
  await expect(page.getByText(words("de", "errors")["archive/memory"] ?? "?")).toBeVisible();
  await page.getByRole("combobox").selectOption("日本語");
  await expect(page.getByText(words("ja", "errors")["archive/memory"] ?? "?")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
});

test("from the sign-in to a folder and to a page in a language that the browser has not loaded", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login`);
  const username = page.getByLabel(words("fr", "auth")["username"] ?? "?");
  // What is chosen before the page has come to life is not heard.
  await expect(async () => {
    await page.getByRole("combobox").selectOption("Français");
    await expect(username).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await username.fill(rootUser.username);
  await page.getByLabel(words("fr", "auth")["password"] ?? "?", { exact: true }).fill(rootUser.password);
  await page.getByRole("button", { name: words("fr", "auth")["signIn"] ?? "?" }).click();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await page.goto(`${server.url}/trash`);
  // The account's own language, which is English.
  await expect(page.getByRole("heading", { name: "Trash" })).toBeVisible();
});
