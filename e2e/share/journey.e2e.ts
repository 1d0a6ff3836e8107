import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Share } from "@/lib/contracts/share";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const filmBytes = 24 * 1024 * 1024;

/** What all of moving bytes is for, in one go. */
test("a film comes through a drop box over a bad line, is found by name, deleted by mistake with a folder, and back with one key", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  browser,
}) => {
  const place = tempRoot({ inbox: {}, notes: { "plan.txt": "swim" } });
  const body = { files: [`${place.path}/inbox`], mode: "upload" };
  const { answer } = await call<Share>(server, "share/create", { session: root, body });
  const source = path.join(place.dir, "Film from Crete.mp4");
  const content = randomBytes(filmBytes);
  writeFileSync(source, content);

  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(`${server.url}/s/${answer.data.link}`);
  let pieces = 0;
  // Every second piece is cut off.
  await phone.route("**/tus/*", (route) =>
    route.request().method() === "PATCH" && ++pieces % 2 === 0 ? route.abort("connectionreset") : route.continue(),
  );
  const chooser = phone.waitForEvent("filechooser");
  await phone.getByRole("button", { name: "Choose files" }).click();
  await (await chooser).setFiles(source);
  await expect(phone.getByText("1 file has arrived. Thank you!")).toBeVisible({ timeout: 30_000 });
  await expect(phone.getByText("verified")).toBeVisible();
  expect(pieces).toBeGreaterThan(1);
  await context.close();
  const film = path.join(place.dir, "inbox/Film from Crete.mp4");
  const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(sum(readFileSync(film))).toBe(sum(content));

  await login();
  await page.goto(`${server.url}/browse/${place.path}/inbox`);
  await page.getByRole("searchbox", { name: "Search" }).fill("crete");
  const hit = page.getByRole("grid", { name: "Search results" }).getByRole("row", { name: /Film from Crete/ });
  await expect(hit).toHaveCount(1);

  await page.goto(`${server.url}/browse/${place.path}`);
  const rowOf = (name: RegExp) => page.getByRole("grid").getByRole("row", { name });
  await rowOf(/inbox/).click();
  await rowOf(/notes/).click({ modifiers: ["Control"] });
  await page.keyboard.press("Delete");
  await expect(rowOf(/inbox/)).toHaveCount(0);
  await expect.poll(() => existsSync(film)).toBe(false);
  await page.keyboard.press("Control+z");
  await expect(rowOf(/inbox/)).toBeVisible();
  await expect(rowOf(/notes/)).toBeVisible();
  await expect.poll(() => existsSync(film)).toBe(true);
  expect(sum(readFileSync(film))).toBe(sum(content));
});
