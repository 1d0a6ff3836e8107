import path from "node:path";
import type { Locator } from "@playwright/test";
import { makeFilm } from "@/lib/server/process/films-fixture";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const secondOf = (player: Locator) => player.evaluate((node: HTMLMediaElement) => node.currentTime);
const play = (player: Locator) =>
  player.evaluate(async (node: HTMLMediaElement) => {
    node.muted = true;
    await node.play();
  });

test("a film that the browser cannot play is converted, sought in, has subtitles, and goes on where it was", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "film.en.srt": "1\n00:00:00,000 --> 00:00:11,500\nA line to read\n" });
  makeFilm(root.dir, "film.mkv");
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=film.mkv`);
  const dialog = page.getByRole("dialog", { name: "film.mkv", exact: true });
  const player = dialog.getByLabel("film.mkv", { exact: true });
  await expect.poll(() => player.evaluate((node: HTMLVideoElement) => node.videoWidth)).toBe(320);
  await expect.poll(() => player.evaluate((node: HTMLVideoElement) => Math.round(node.duration))).toBe(12);
  expect.soft(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await play(player);
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0.2);

  await dialog.getByRole("combobox", { name: "Subtitles" }).selectOption("en");
  const said = () =>
    player.evaluate((node: HTMLVideoElement) =>
      [...node.textTracks].flatMap((track) => [...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
    );
  await expect.poll(said).toEqual(["A line to read"]);

  await expect(dialog.getByRole("combobox", { name: "Speed" })).toHaveValue("1");
  await dialog.getByRole("combobox", { name: "Speed" }).selectOption("0.5");
  expect(await player.evaluate((node: HTMLVideoElement) => node.playbackRate)).toBe(0.5);

  await player.evaluate((node: HTMLVideoElement) => node.pause());
  await player.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => secondOf(player)).toBeGreaterThan(5);
  const saved = page.waitForResponse(
    (answer) => /media\/position/.test(answer.url()) && answer.request().method() === "PUT",
  );
  await player.evaluate((node: HTMLVideoElement) => (node.currentTime = 8));
  expect((await saved).status()).toBe(200);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.goto(`${server.url}/browse/${root.path}?open=film.mkv`);
  await expect.poll(() => secondOf(player)).toBeGreaterThan(7.5);
});

test("what is no film is said to be none, and can be downloaded", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "list.mkv": `#EXTM3U\n#EXTINF:1,\nfile://${path.join("/etc", "passwd")}\n` });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=list.mkv`);
  const dialog = page.getByRole("dialog", { name: "list.mkv", exact: true });
  await expect(dialog.getByRole("alert")).toContainText("Your browser can’t play this file");
  await expect(dialog.getByRole("alert").getByRole("button", { name: "Download" })).toBeVisible();
});
