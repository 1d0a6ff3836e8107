import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe";
import { makeShare } from "../support/make-share";
import { test } from "../support/outside";
import { expect } from "../support/test";
import { font, gltf, makeDocx, makeEpub, makeMail, makeXlsx, stl } from "./samples";

// What the frame's policy keeps from running or loading, and what its sandbox does, is said in the console.
const refused = /Content Security Policy|sandboxed|Failed to load resource|Blocked|request outside/i;

const tree = (outside: string) => ({
  "a.docx": makeDocx("Contract of May", outside),
  "b.xlsx": makeXlsx(),
  "c.epub": makeEpub(outside),
  "d.eml": makeMail(outside),
  "e.ttf": font(),
  "f.stl": stl,
  "g.gltf": gltf(outside),
  "h.docx": "no document",
  "i.pptx": "slides",
});

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const frameOf = (page: Page, name: string) => dialog(page, name).frameLocator("iframe");
const open = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

test("each document shows what is in it, and reaches nothing", async ({
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
  await page.goto(`${server.url}/browse/${root.path}?open=a.docx`);
  await expect(frameOf(page, "a.docx").getByText("Contract of May")).toBeVisible();
  expect(await violationsOf(page, { within: "[data-open-overlay]" })).toEqual([]);
  await page.goto(`${server.url}/browse/${root.path}?open=b.xlsx`);
  await expect(frameOf(page, "b.xlsx").getByRole("cell", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
  await frameOf(page, "b.xlsx").getByRole("tab", { name: "Other" }).click();
  await expect(frameOf(page, "b.xlsx").getByRole("cell", { name: "Second sheet" })).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=c.epub`);
  const book = frameOf(page, "c.epub");
  await expect(book.getByRole("heading", { name: "Beginning" })).toBeVisible();
  await book.getByRole("combobox", { name: "Contents" }).selectOption("Ending");
  await expect(book.getByText("The very end.")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=d.eml`);
  const mail = frameOf(page, "d.eml");
  await expect(mail.getByRole("heading", { name: "Offer of May" })).toBeVisible();
  await expect(mail.getByText("Dear Bob")).toBeVisible();
  await mail.getByRole("link", { name: "the offer" }).click();
  await expect(page.getByRole("dialog", { name: "Open link?" })).toContainText("https://example.org/offer");
  await page.getByRole("button", { name: "Cancel" }).click();
  const saved = page.waitForEvent("download");
  await mail.getByRole("button", { name: "Download offer.txt" }).click();
  expect((await saved).suggestedFilename()).toBe("offer.txt");
  await page.goto(`${server.url}/browse/${root.path}?open=e.ttf`);
  await expect(frameOf(page, "e.ttf").getByText("KaTeX_Caligraphic").first()).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=f.stl`);
  await expect(frameOf(page, "f.stl").getByText("2 × 1 × 3")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=g.gltf`);
  await expect(dialog(page, "g.gltf").getByText("This file is damaged")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=h.docx`);
  await expect(dialog(page, "h.docx").getByText("This file is damaged")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}?open=i.pptx`);
  await expect(dialog(page, "i.pptx").getByText("This format needs LibreOffice")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(outside.reached()).toBe(0);
});

test("a visitor of a share sees them alike, and the frame has no origin", async ({
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
  await open(page, "d.eml");
  await expect(frameOf(page, "d.eml").getByText("Dear Bob")).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes("/frames/"));
  expect(await frame?.evaluate(() => self.origin)).toBe("null");
  expect(
    await frame?.evaluate(async () => {
      const tries = [() => localStorage.length, () => document.cookie, () => window.parent.document.title];
      const results = tries.map((attempt) => {
        try {
          return String(attempt());
        } catch {
          return "refused";
        }
      });
      return [
        ...results,
        await fetch("/api/health").then(
          () => "reached",
          () => "refused",
        ),
      ];
    }),
  ).toEqual(["refused", "refused", "refused", "refused"]);
  expect(outside.reached()).toBe(0);
});
