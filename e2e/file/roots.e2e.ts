import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { plant } from "../support/server-test";
import { startFiledeck } from "../support/start-filedeck";
import { expect, test as base } from "../support/test";

/** A server with two places. */
const test = base.extend<object, { mediaDir: string }>({
  mediaDir: [
    async ({}, use) => {
      const dir = mkdtempSync(path.join(tmpdir(), "filedeck-media-"));
      plant(dir, { films: { "one.txt": "1" } });
      await use(dir);
      rmSync(dir, { recursive: true });
    },
    { scope: "worker" },
  ],
  server: [
    async ({ mediaDir }, use) => {
      const workDir = mkdtempSync(path.join(tmpdir(), "filedeck-e2e-"));
      const filesDir = path.join(workDir, "files");
      const server = await startFiledeck({
        workDir,
        env: { FILEDECK_ROOTS: `${filesDir}=Files,${mediaDir}=Media & more` },
      });
      plant(filesDir, { docs: { "a.txt": "a" } });
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],
});

const crumbs = (page: Page) => page.getByRole("navigation", { name: "Folder path" });
const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });

async function switchTo(page: Page, name: string) {
  await crumbs(page).getByRole("button", { name: "Switch location" }).click();
  await page.getByRole("menuitemradio", { name }).or(page.getByRole("menuitem", { name })).click();
}

test("another place is chosen in the breadcrumbs; back, forward and the next visit follow", async ({
  page,
  login,
  server,
}) => {
  await login();
  await page.goto(`${server.url}/browse`);
  await expect(page).toHaveURL(`${server.url}/browse/files`);
  await expect(page).toHaveTitle(/Files/);
  await switchTo(page, "Media & more");
  await expect(rowOf(page, /films/)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/browse/media-more`);
  await expect(page).toHaveTitle(/Media & more/);
  await page.goBack();
  await expect(rowOf(page, /docs/)).toBeVisible();
  await page.goForward();
  await rowOf(page, /films/).dblclick();
  await expect(rowOf(page, /one\.txt/)).toBeVisible();
  await expect(crumbs(page).getByRole("link")).toHaveText(["Media & more", "films"]);

  // The place that was chosen last opens next time.
  await page.goto(`${server.url}/browse`);
  await expect(page).toHaveURL(`${server.url}/browse/media-more`);
  await switchTo(page, "Files");
  await expect(page).toHaveURL(`${server.url}/browse/files`);
  await page.goto(`${server.url}/browse`);
  await expect(page).toHaveURL(`${server.url}/browse/files`);
});

test("the navigation begins with the places, each of them once, and remembers the choice", async ({
  page,
  login,
  server,
}) => {
  await login();
  await page.goto(`${server.url}/browse/files/docs`);
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await expect(navigation.getByRole("heading")).toHaveText(["Locations", "Server", "Administration"]);
  await expect(navigation.getByRole("list").first().getByRole("link")).toHaveText(["Files", "Media & more", "System"]);
  await expect(navigation.getByRole("link", { name: "Files" })).toHaveAttribute("aria-current", "page");
  const remembered = page.waitForResponse((response) => response.url().endsWith("/file/base_switch"));
  await navigation.getByRole("link", { name: "Media & more" }).click();
  await expect(rowOf(page, /films/)).toBeVisible();
  expect((await remembered).status()).toBe(200);
  await page.goto(`${server.url}/browse`);
  await expect(page).toHaveURL(`${server.url}/browse/media-more`);
});

test("who has one place sees it alone", async ({ page, login, server, mediaDir }) => {
  await login({ permissions: ["file_read"], access: [mediaDir] });
  await page.goto(`${server.url}/browse`);
  await expect(rowOf(page, /films/)).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await expect(navigation.getByRole("link")).toHaveText(["Media & more", "Start page", "Tasks", "Toolbox"]);
  await expect(navigation.getByRole("heading")).toHaveCount(0);
});

test("who has one folder of a place arrives in it", async ({ page, login, server, mediaDir }) => {
  mkdirSync(path.join(mediaDir, "home/mia/letters"), { recursive: true });
  await login({ permissions: ["file_read"], access: [path.join(mediaDir, "home/mia")] });
  await page.goto(server.url);
  await expect(page).toHaveURL(`${server.url}/browse/media-more/home/mia`);
  await expect(rowOf(page, /letters/)).toBeVisible();
});

test("a link leads straight into either place, also to a file", async ({ page, login, server, mediaDir }) => {
  await login();
  mkdirSync(path.join(mediaDir, "deep/er"), { recursive: true });
  writeFileSync(path.join(mediaDir, "deep/er/x.txt"), "deep text");
  await page.goto(`${server.url}/browse/files/docs`);
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await page.goto(`${server.url}/browse/media-more/deep/er/x.txt`);
  await expect(page.getByRole("dialog")).toContainText("deep text");
  await expect(page).toHaveURL(`${server.url}/browse/media-more/deep/er?open=x.txt`);
});

test("who has access to nothing is told so; a foreign place is not there", async ({
  page,
  login,
  server,
  expectConsole,
}) => {
  expectConsole(/40[34]/);
  await login({ permissions: ["file_read"], access: [] });
  await page.goto(`${server.url}/browse`);
  await expect(page.getByText("No locations available")).toBeVisible();
  await page.goto(`${server.url}/browse/files`);
  await expect(page.getByRole("link", { name: "Go to your files" })).toBeVisible();
});
