import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe";
import { makeShare } from "../support/make-share";
import { test } from "../support/outside";
import { expect } from "../support/test";

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="red"/></svg>';
// What the policies keep from loading is said in the console.
const refused = /Content Security Policy|sandboxed|Blocked|404|request outside/i;

const guide = [
  "# Guide",
  "A formula $e^{i\\pi}$, a note[^1], and two prices: $5 and $10.",
  "- [x] done\n- [ ] open",
  "![a red box](../pictures/red.svg)",
  "<details><summary>More</summary>\n\nFolded text\n\n</details>",
  "```mermaid\ngraph TD\n  Start --> Finish\n```",
  "text\n\n".repeat(80),
  "## Last part",
  "[other](other.md) [above](../../../../../../other.md)",
  "[^1]: The note.",
].join("\n\n");

const hostile = (url: string) =>
  [
    "# Hostile",
    "<script>window.hacked = 1</script>",
    `<img src=x onerror="window.hacked = 2"> ![remote](${url}/a.png)`,
    `<svg onload="window.hacked = 3"><image href="${url}/b.png"/></svg>`,
    `<picture><source srcset="${url}/c.png"><img src="none.png"></picture>`,
    `<video src="${url}/d.webm" poster="${url}/e.png" autoplay></video>`,
    `<link rel="stylesheet" href="${url}/f.css"><meta http-equiv="refresh" content="0;url=${url}/g">`,
    `<style>@import url(${url}/h.css)</style><p style="background:url(${url}/i.png)">styled</p>`,
    `<form action="${url}/j"><button>Send</button></form><iframe src="${url}/k"></iframe>`,
    `<base href="${url}/"><a name="cookie" id="location" ping="${url}/l" href="#x">clobbered</a>`,
    `$\\href{javascript:window.hacked=4}{x} \\includegraphics{${url}/m.png}$`,
    `\`\`\`mermaid\ngraph TD\n  A["<img src='${url}/n.png' onerror='parent.hacked=5'>"] --> B\n  click B href "javascript:parent.hacked=6"\n\`\`\``,
    `\`\`\`mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "@import url(${url}/o.css)"}}%%\ngraph TD\n  C --> D\n\`\`\``,
    "End of it",
  ].join("\n\n");

const tree = (url: string) => ({
  docs: { "guide.md": guide, "other.md": "# The other", "hostile.md": hostile(url) },
  pictures: { "red.svg": picture },
  "README.md": "# Read me first\n\n[the guide](docs/guide.md)\n\n![box](pictures/red.svg)",
});

const article = (page: Page) => page.getByRole("dialog").getByRole("article");
const widthOf = (page: Page, name: string) =>
  page.getByRole("img", { name }).evaluate((node: HTMLImageElement) => node.naturalWidth);

test("a text has formulas, diagrams, pictures, notes and contents", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot(tree(""));
  await login();
  await page.goto(`${server.url}/browse/${root.path}/docs?open=guide.md`);
  await expect(article(page).locator("math")).toHaveCount(1);
  await expect(article(page)).toContainText("two prices: $5 and $10");
  await expect.poll(() => widthOf(page, "a red box")).toBe(64);
  await page.getByText("More", { exact: true }).click();
  await expect(page.getByText("Folded text")).toBeVisible();
  await expect(article(page).getByRole("checkbox", { name: "Not done" })).toBeVisible();
  const diagram = article(page).frameLocator("iframe");
  await expect(diagram.getByText("Finish")).toBeVisible();
  expect(await violationsOf(page, { within: "[data-open-overlay]" })).toEqual([]);

  await page.getByRole("navigation", { name: "Contents" }).getByRole("button", { name: "Last part" }).click();
  await expect(page.getByRole("heading", { name: "Last part" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "above" })).toHaveCount(0);
  await page.setViewportSize({ width: 700, height: 700 });
  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByRole("menuitem", { name: "Guide" }).click();
  await expect(page.getByRole("heading", { name: "Guide", exact: true })).toBeInViewport();
  await page.getByRole("link", { name: "other" }).click();
  await expect(page.getByRole("heading", { name: "The other" })).toBeVisible();
});

test("a hostile text runs nothing and reaches nothing", async ({
  page,
  login,
  server,
  tempRoot,
  outside,
  expectConsole,
}) => {
  expectConsole(refused);
  const root = tempRoot(tree(outside.url));
  await login();
  await page.goto(`${server.url}/browse/${root.path}/docs?open=hostile.md`);
  await expect(article(page).getByRole("link", { name: /^Image on 127\.0\.0\.1/ })).toBeVisible();
  await page.getByText("End of it").scrollIntoViewIfNeeded();
  await expect(article(page).frameLocator("iframe").last().getByText("D", { exact: true })).toBeVisible();
  await expect(
    article(page).locator("script, style, svg[onload], form, base, meta, link, video, source, [style*=url], [ping]"),
  ).toHaveCount(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.evaluate(() => typeof document.cookie)).toBe("string");
  expect(outside.reached()).toBe(0);
});

test("a text that nobody could lay out is shown as it is written", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "deep.md": `${"> ".repeat(3000)}at the bottom`, "long.md": "word ".repeat(250_000) });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=deep.md`);
  await expect(page.getByText("This file is too complex to render")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=long.md`);
  await expect(page.getByText("This file is too large to render")).toBeVisible();
});

test("the preview beside the text follows what is typed", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.md": "# Before\n" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=a.md&as=text`);
  await page.getByRole("button", { name: "Preview beside" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "Before" })).toBeVisible();
  const editor = page.getByRole("textbox", { name: "a.md" });
  await editor.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("## Typed **now**");
  await expect(preview.getByRole("heading", { name: "Typed now" })).toBeVisible();
  await page.setViewportSize({ width: 600, height: 800 });
  await page.getByRole("radio", { name: "Text" }).click();
  await expect(preview).toHaveCount(0);
  await editor.focus();
  await expect(editor).toBeFocused();
  await page.getByRole("radio", { name: "Preview" }).click();
  await expect(preview.getByRole("heading", { name: "Typed now" })).toBeVisible();
});

test("a folder's README is below its list until it is folded", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot(tree(""));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  const readme = page.getByRole("region", { name: "README.md" });
  await expect(readme.getByRole("heading", { name: "Read me first" })).toBeVisible();
  await expect.poll(() => widthOf(page, "box")).toBe(64);
  expect(await violationsOf(page, { within: "section[aria-label='README.md']" })).toEqual([]);
  await readme.getByRole("button", { name: "README.md" }).click();
  await page.reload();
  await expect(readme.getByRole("button", { name: "README.md" })).toHaveAttribute("aria-expanded", "false");
  await expect(readme.getByRole("heading")).toHaveCount(0);
  await readme.getByRole("button", { name: "README.md" }).click();
  await readme.getByRole("link", { name: "the guide" }).click();
  await expect(page).toHaveURL(/\/docs\?open=guide\.md$/);
});

test("a visitor of a share reads alike, and follows links within it", async ({
  page,
  root,
  server,
  tempRoot,
  outside,
  expectConsole,
}) => {
  expectConsole(refused);
  const folder = tempRoot(tree(outside.url));
  const share = await makeShare(server, root, { files: [folder.path] });
  await page.goto(`${server.url}/s/${share.link}`);
  const readme = page.getByRole("region", { name: "README.md" });
  await expect(readme.getByRole("heading", { name: "Read me first" })).toBeVisible();
  await expect.poll(() => widthOf(page, "box")).toBe(64);
  await readme.getByRole("link", { name: "the guide" }).click();
  await expect(article(page).locator("math")).toHaveCount(1);
  await expect.poll(() => widthOf(page, "a red box")).toBe(64);
  await expect(article(page).frameLocator("iframe").getByText("Finish")).toBeVisible();
  expect(outside.reached()).toBe(0);
});
