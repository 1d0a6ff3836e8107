import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Share } from "@/lib/contracts/share";
import { call, type Session } from "./api-client";
import { startCuttingProxy } from "./cutting-proxy";
import type { Filedeck } from "./start-filedeck";

type Journey = {
  server: Pick<Filedeck, "url" | "port">;
  /** The drop box's owner, whose browser `page` is. */
  session: Session;
  page: Page;
  /** A visitor's. */
  phone: Page;
  /** A folder that holds `inbox/notes/plan.txt`. */
  place: { dir: string; path: string };
  /** What is sent, outside the folder. */
  film: string;
  /** The line breaks after so many bytes, again and again. */
  cutAfterBytes: number;
  /** Of each step. */
  timeoutMs: number;
  onStep?: (name: string) => void;
};

export async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * What moving bytes is for, in one go: a film comes through a drop box over a bad line, is found by name, packed with a folder,
 * both are deleted by mistake, and are back with one key. Gives how often the line broke.
 */
export async function walkJourney(journey: Journey): Promise<number> {
  const { server, page, place, film, timeoutMs, onStep = () => {} } = journey;
  const name = path.basename(film);
  const inbox = path.join(place.dir, "inbox");
  const arrived = path.join(inbox, name);
  const sum = await sumOf(film);
  const slow = { timeout: timeoutMs };

  const cuts = await dropFilm(journey);
  expect(await sumOf(arrived)).toBe(sum);
  onStep("arrived whole and verified");

  await page.goto(`${server.url}/browse/${place.path}/inbox`);
  await page.getByRole("searchbox", { name: "Search" }).fill(name.slice(0, 4));
  const hits = page.getByRole("grid", { name: "Search results" });
  await expect(hits.getByRole("row", { name: new RegExp(name) })).toHaveCount(1);
  onStep("found by name");

  await page.goto(`${server.url}/browse/${place.path}/inbox`);
  const rowOf = (label: RegExp) => page.getByRole("grid").getByRole("row", { name: label });
  const row = rowOf(new RegExp(`${name}(?!.*zip)`)).first();
  await row.click();
  await rowOf(/notes/).click({ modifiers: ["Control"] });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Compress…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Compress/ });
  await dialog.getByLabel("Name").fill("both");
  await dialog.getByRole("button", { name: "Compress" }).click();
  await expect(rowOf(/both\.zip/)).toBeVisible(slow);
  onStep("packed with a folder");

  await row.click();
  await rowOf(/notes/).click({ modifiers: ["Control"] });
  await page.keyboard.press("Delete");
  await expect(row).toHaveCount(0);
  await expect.poll(() => existsSync(arrived) || existsSync(path.join(inbox, "notes"))).toBe(false);
  // What it can take back it says first.
  await expect(page.getByText("Moved 2 items to the trash").first()).toBeVisible();
  onStep("deleted by mistake");
  await page.keyboard.press("Control+z");
  await expect(row).toBeVisible();
  await expect(rowOf(/notes/)).toBeVisible();
  await expect.poll(() => existsSync(arrived) && existsSync(path.join(inbox, "notes/plan.txt"))).toBe(true);
  expect(await sumOf(arrived)).toBe(sum);
  onStep("back with one key");
  return cuts;
}

async function dropFilm({ server, session, phone, place, film, cutAfterBytes, timeoutMs }: Journey): Promise<number> {
  const body = { files: [`${place.path}/inbox`], mode: "upload" };
  const { answer } = await call<Share>(server, "share/create", { session, body });
  const line = await startCuttingProxy(server.port, { afterBytes: cutAfterBytes });
  try {
    await phone.goto(`http://127.0.0.1:${line.port}/s/${answer.data.link}`);
    const chooser = phone.waitForEvent("filechooser");
    await phone.getByRole("button", { name: "Choose files" }).click();
    await (await chooser).setFiles(film);
    await expect(phone.getByText("1 file uploaded. Thank you!")).toBeVisible({ timeout: timeoutMs });
    await expect(phone.getByText("verified")).toBeVisible();
    return line.cuts();
  } finally {
    line.stop();
  }
}
