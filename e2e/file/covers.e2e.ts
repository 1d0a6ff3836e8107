import { spawnSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { makeFilm } from "@/lib/server/process/films-fixture";
import { zipOf } from "../support/zip-of";
import { expect, test } from "../support/test";

const cover = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300"><rect width="200" height="300" fill="teal"/></svg>`,
);
const zip = (name: string, content: Buffer) => Buffer.from(zipOf([{ name, content }]));
const pictureOf = (page: Page, name: string) =>
  page.getByRole("gridcell", { name }).locator("[data-part=thumbnail] img");
const shapeOf = (page: Page, name: string) =>
  pictureOf(page, name).evaluate((node: HTMLImageElement) => node.naturalWidth / node.naturalHeight);

test("books show their covers, and what has none its icon", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({
    "comic.cbz": zip("1.svg", cover),
    "letter.docx": zip("word/document.xml", Buffer.from("<w/>")),
  });
  await login();
  const answered = page.waitForResponse((answer) => /preview\/thumbnail.*letter\.docx/.test(answer.url()));
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("radio", { name: "Gallery" }).click();
  await expect(pictureOf(page, "comic.cbz")).toHaveCSS("object-fit", "contain");
  expect(await shapeOf(page, "comic.cbz")).toBeCloseTo(2 / 3);
  expect((await answered).status()).toBe(204);
  await expect(pictureOf(page, "letter.docx")).toHaveCount(0);
});

test("a film shows one of its pictures", async ({ page, login, server, tempRoot }) => {
  test.skip(spawnSync("ffmpeg", ["-version"]).status !== 0, "films are read by ffmpeg, which is not installed");
  const root = tempRoot();
  makeFilm(root.dir, "film.mkv");
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("radio", { name: "Gallery" }).click();
  await expect(pictureOf(page, "film.mkv")).toHaveAttribute("data-fit", "cover");
  expect(await shapeOf(page, "film.mkv")).toBeCloseTo(16 / 9);
});
