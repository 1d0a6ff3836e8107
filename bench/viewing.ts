// What a browser feels of the gallery, of tables and of films: node --import tsx bench/viewing.ts   (needs a build, Chromium and ffmpeg)
import { copyFileSync, createWriteStream, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { makeFilm } from "../lib/server/process/films-fixture";
import { browserPath } from "../e2e/support/browser-path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import { longestDuring, prepareLists } from "./support/measure-list";
import { atMost, report } from "./support/report";

const photos = 20_000;
const rows = 1_000_000;
const server = await startFiledeck();
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });

async function since(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function fillGallery(): Promise<void> {
  const folder = path.join(server.filesDir, "gallery");
  mkdirSync(folder);
  for (let index = 0; index < photos; index++) {
    const file = path.join(folder, `${String(index).padStart(5, "0")}.jpg`);
    if (index < 40)
      writeFileSync(
        file,
        await sharp({
          create: {
            width: index % 3 === 0 ? 600 : 900,
            height: index % 3 === 0 ? 900 : 600,
            channels: 3,
            background: { r: (index * 37) % 255, g: (index * 91) % 255, b: (index * 53) % 255 },
          },
        })
          .jpeg()
          .toBuffer(),
      );
    else copyFileSync(path.join(folder, `${String(index % 40).padStart(5, "0")}.jpg`), file);
    const at = new Date(Date.UTC(2010, 0, 1 + Math.floor(index / 4)));
    utimesSync(file, at, at);
  }
}

async function fillTable(): Promise<void> {
  const out = createWriteStream(path.join(server.filesDir, "rows.csv"));
  out.write("name,age,city,amount\n");
  for (let from = 0; from < rows; from += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, at) => {
      const row = from + at;
      return `Person ${row},${(row * 7919) % 100},"Town, ${row % 1_013}",${((row * 31) % 100_000) / 100}\n`;
    });
    if (!out.write(lines.join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

async function gallery(page: Page): Promise<void> {
  await page.goto(`${server.url}/browse/files/gallery`);
  await page.getByRole("radio", { name: "Gallery" }).click();
  await page.getByRole("grid").locator("img").nth(8).waitFor();
  await page.mouse.move(600, 500);
  const longest = await longestDuring(page, async () => {
    for (let turn = 0; turn < 180; turn++) {
      await page.mouse.wheel(0, 900);
      await wait(16);
    }
  });
  report(
    `gallery of ${photos.toLocaleString("en")} photos, longest task while it scrolls`,
    longest === 0 ? "below 50 ms" : `${longest.toFixed(0)} ms`,
    atMost(longest, 50, " ms"),
  );
}

async function table(page: Page): Promise<void> {
  await page.goto(`${server.url}/browse/files`);
  const file = page.getByRole("grid").getByRole("row", { name: "rows.csv" });
  await file.waitFor();
  const dialog = page.getByRole("dialog", { name: "rows.csv" });
  const first = await since(async () => {
    await file.dblclick();
    await dialog.getByText("Person 0", { exact: true }).waitFor();
  });
  report(`table of ${rows.toLocaleString("en")} rows, first rows`, `${first.toFixed(0)} ms`, atMost(first, 500, " ms"));
  const whole = await since(() => dialog.getByText(/^1,000,000 rows/).waitFor({ timeout: 120_000 }));
  report("  all of it read", `${(whole / 1000).toFixed(1)} s more`);
  const filter = await since(async () => {
    await dialog.getByRole("textbox", { name: "Filter rows" }).fill("person 99999");
    await dialog.getByText(/11 of 1,000,000 rows/).waitFor({ timeout: 60_000 });
  });
  report("  filter", `${filter.toFixed(0)} ms`, atMost(filter, 1_000, " ms"));
}

async function film(page: Page): Promise<void> {
  await page.goto(`${server.url}/browse/files`);
  const file = page.getByRole("grid").getByRole("row", { name: "film.mkv" });
  await file.waitFor();
  const dialog = page.getByRole("dialog", { name: "film.mkv", exact: true });
  const player = dialog.getByLabel("film.mkv", { exact: true });
  const untilShown = (atLeastS: number) =>
    player.evaluate(
      (node: HTMLVideoElement, from) =>
        new Promise<void>((resolve) => {
          const look = () =>
            node.videoWidth > 0 && node.readyState >= 2 && !node.seeking && node.currentTime >= from
              ? resolve()
              : setTimeout(look, 10);
          look();
        }),
      atLeastS,
    );
  const start = await since(async () => {
    await file.dblclick();
    await player.waitFor();
    await untilShown(0);
  });
  report("a film that the browser can't play, its first frame", `${start.toFixed(0)} ms`, atMost(start, 2_000, " ms"));
  const seek = await since(async () => {
    await player.evaluate((node: HTMLVideoElement) => (node.currentTime = 9));
    await untilShown(9);
  });
  report("  sought in it", `${seek.toFixed(0)} ms`, atMost(seek, 1_500, " ms"));
}

try {
  await fillGallery();
  await fillTable();
  makeFilm(server.filesDir, "film.mkv");
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 }, locale: "en-US" });
  await prepareLists(page);
  await enter(page, server, await signIn(server));
  for (const part of [table, film, gallery]) await part(page);
} finally {
  await browser.close();
  await server.remove();
}
