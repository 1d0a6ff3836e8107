import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { makePdf } from "../support/make-pdf";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { signIn } from "../support/api-client";
import { enter, expect, test } from "../support/test";
import { plant } from "../support/server-test";

const video = readFileSync(path.join(import.meta.dirname, "fixtures/red.webm"));
const picture = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="${color}"/></svg>`;
const pages = Array.from({ length: 40 }, (_, index) => `Sheet ${index + 1} of forty`);
const tree = () => ({
  "a.svg": picture("red"),
  "b.svg": picture("blue"),
  "c.webm": video,
  "d.pdf": makePdf(pages),
  "e.md": "# Title\n\n```sh\necho hi\n```\n",
  "f.txt": "text",
});

const overlay = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole("grid").getByRole("row", { name });

async function isShown(page: Page, name: string): Promise<void> {
  const image = overlay(page, name).getByRole("img", { name });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(64);
}

test("pictures open, the keys go to the neighbours, the focus comes back", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree());
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, "a.svg").dblclick();
  await isShown(page, "a.svg");
  await expect(overlay(page, "a.svg")).toContainText("1 / 4");
  await page.keyboard.press("ArrowRight");
  await isShown(page, "b.svg");
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: /Zoom: 125/ })).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await isShown(page, "a.svg");
  // The page's own keys are off: Delete would ask, F2 would rename.
  await page.keyboard.press("Delete");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rowOf(page, "a.svg")).toBeFocused();
});

test("the selection follows the preview, Space closes the quick look, and a film keeps its size", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree());
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, "a.svg").click();
  await page.keyboard.press("Space");
  await isShown(page, "a.svg");
  await page.keyboard.press("ArrowRight");
  await isShown(page, "b.svg");
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rowOf(page, "b.svg")).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(page, "a.svg")).toHaveAttribute("aria-selected", "false");
  await expect(rowOf(page, "b.svg")).toBeFocused();
  // The key that opened a film for a quick look closes it, too.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  const film = overlay(page, "c.webm").locator("video");
  await expect.poll(() => film.evaluate((node: HTMLVideoElement) => node.videoWidth)).toBeGreaterThan(0);
  const { own, fit, stage } = await film.evaluate((node: HTMLVideoElement) => ({
    own: node.videoWidth,
    fit: getComputedStyle(node).objectFit,
    stage: innerWidth,
  }));
  expect(own).toBeLessThan(stage);
  expect(fit).toBe("scale-down");
  expect((await film.boundingBox())?.width).toBeLessThan(Math.max(own, 440) + 1);
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rowOf(page, "c.webm")).toBeFocused();
});

test("a film plays and a document shows its pages and finds text", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot(tree());
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=c.webm`);
  const player = overlay(page, "c.webm").getByLabel("c.webm");
  await expect.poll(() => player.evaluate((node: HTMLVideoElement) => node.videoWidth)).toBe(32);
  await page.getByRole("button", { name: "Next" }).click();
  const pdf = overlay(page, "d.pdf");
  await expect(pdf.getByText("Sheet 1 of forty")).toBeVisible();
  await expect(pdf.getByText("of 40")).toBeVisible();
  // Only what is near is drawn.
  expect(await pdf.locator("canvas").count()).toBeLessThan(8);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("Sheet 33");
  await expect(pdf.getByRole("status").or(pdf.locator("output"))).toContainText("1 of 1");
  await expect(pdf.getByLabel("Page", { exact: true })).toHaveValue("33");
});

test("Markdown is shown, its code is copied, and nothing in it runs", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/404/);
  const hostile = [
    "# Hostile",
    "<script>window.hacked = 1</script>",
    '<img src=x onerror="window.hacked = 2">',
    '<iframe srcdoc="<script>parent.hacked = 3</script>"></iframe>',
    "[one](javascript:window.hacked=4)",
    "[two](JaVaScRiPt:window.hacked=5)",
    "[three](data:text/html,<script>window.hacked=6</script>)",
    '![four](x" onerror="window.hacked=7)',
    "![five](https://tracker.example.org/x.png)",
    '<a href="javascript:window.hacked=8">six</a> <form action="/"><input name=x></form>',
    "[outside](https://example.org/) [other](deep/other.md)",
    "```js\nconst copied = 1;\n```",
  ].join("\n\n");
  const root = tempRoot({ "e.md": hostile, deep: { "other.md": "# The other" } });
  await login();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.url}/browse/${root.path}?open=e.md`);
  const document = overlay(page, "e.md").getByRole("article");
  await expect(document.getByRole("heading", { name: "Hostile" })).toBeVisible();
  for (const name of ["one", "two", "three", "six"]) {
    await document.getByText(name, { exact: true }).click();
    await expect(document.getByRole("link", { name, exact: true })).toHaveCount(0);
  }
  await expect(document.locator("script, iframe, form, [onerror], img[src*=tracker]")).toHaveCount(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  const outside = document.getByRole("link", { name: "outside" });
  await expect(outside).toHaveAttribute("target", "_blank");
  await expect(outside).toHaveAttribute("rel", /noopener/);
  await document.getByRole("button", { name: "Copy" }).click();
  await expect(document.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("const copied = 1;");
  await document.getByRole("link", { name: "other" }).click();
  await expect(page.getByRole("heading", { name: "The other" })).toBeVisible();
  await expect(page).toHaveURL(/\/deep\?open=other\.md$/);
});

test.describe("under a base path", () => {
  let deck: Filedeck;
  test.beforeAll(async () => {
    deck = await startFiledeck({ basePath: "/files" });
    plant(deck.filesDir, tree());
  });
  test.afterAll(() => deck.remove());

  // The fixture that watches the page fails on every violation of the policy.
  test("every viewer loads its parts from there", async ({ page, expectConsole }) => {
    // The fixture knows the worker's server only.
    expectConsole(new RegExp(`request outside: ${deck.url}/`));
    await enter(page, deck, await signIn(deck));
    await page.goto(`${deck.url}/browse/files?open=a.svg`);
    await isShown(page, "a.svg");
    await page.goto(`${deck.url}/browse/files?open=d.pdf`);
    await expect(page.getByText("Sheet 1 of forty")).toBeVisible();
    await page.goto(`${deck.url}/browse/files?open=e.md`);
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("textbox", { name: "e.md" })).toBeFocused();
    await page.goto(`${deck.url}/browse/files?open=f.txt`);
    await expect(page.getByRole("textbox", { name: "f.txt" })).toBeFocused();
    await page.keyboard.type("my ");
    await page.keyboard.press("Control+s");
    await expect.poll(() => readFileSync(path.join(deck.filesDir, "f.txt"), "utf8")).toBe("my text");
  });
});
