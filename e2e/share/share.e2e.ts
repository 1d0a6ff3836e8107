import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import type { Share } from "@/lib/contracts/share";
import { randomId } from "@/lib/shared/units";
import { call } from "../support/api-client";
import { smallJpeg } from "../support/small-jpeg";
import { rawRequest } from "../support/raw-request";
import { readDatabase } from "../support/read-database";
import { expect, test } from "../support/test";

/** A visitor's browser: no account, no storage of the owner's. */
async function visitor(browser: Browser, address: string, locale = "en-US") {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("a folder is shared from its menu; whoever has the link looks into it, takes it along, and is out when it ends", async ({
  page,
  login,
  server,
  tempRoot,
  browser,
}) => {
  // No other test's share is called so.
  const name = `holiday-${randomId(6)}`;
  const root = tempRoot({ [name]: { "notes.md": "# Crete", sub: { "plan.txt": "swim" } } });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page
    .getByRole("grid")
    .getByRole("row", { name: /holiday/ })
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message to visitors").fill("From Crete");
  await dialog.getByRole("textbox", { name: "Password" }).fill("sesame");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the link" })).toBeVisible();
  const address = await dialog.getByRole("link", { name: "/s/" }).innerText();
  // The tests' server is on this machine alone.
  await expect(dialog.getByRole("alert")).toContainText("Others can’t open this link");
  await expect(dialog.getByRole("link", { name: "Set the public address" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();

  const guest = await visitor(browser, address);
  await guest.getByLabel("Password", { exact: true }).fill("open");
  await guest.getByRole("button", { name: "Open" }).click();
  await expect(guest.getByText("Incorrect password")).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).fill("sesame");
  await guest.getByRole("button", { name: "Open" }).click();
  await expect(guest.getByRole("heading", { name })).toBeVisible();
  await expect(guest.getByText("From Crete")).toBeVisible();
  await guest.getByRole("link", { name: "notes.md", exact: true }).click();
  await expect(guest.getByRole("dialog").getByRole("heading", { name: "Crete" })).toBeVisible();
  await guest.keyboard.press("Escape");
  await guest.getByRole("link", { name: "sub", exact: true }).click();
  await guest.getByRole("link", { name: "plan.txt", exact: true }).click();
  await expect(guest.getByText("swim")).toBeVisible();
  await guest.goBack();
  await guest.goBack();
  await expect(guest.getByRole("link", { name: "notes.md", exact: true })).toBeVisible();
  const [download] = await Promise.all([
    guest.waitForEvent("download"),
    guest.getByRole("link", { name: "Download all" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${name}.zip`);

  await page.goto(`${server.url}/shares`);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("1 visit, 1 download");
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Stop sharing" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
  await expect(row).toHaveCount(0);
  await guest.reload();
  await expect(guest.getByText("This link doesn’t work.")).toBeVisible();
  await guest.context().close();
});

test("a share is changed from the list: its visitors meet what holds now, by the new address", async ({
  page,
  login,
  server,
  tempRoot,
  browser,
}) => {
  const name = `report-${randomId(6)}`;
  const file = `${tempRoot({ [`${name}.txt`]: "figures" }).path}/${name}.txt`;
  const session = await login();
  const made = await call<Share>(server, "share/create", { session, body: { files: [file], password: "sesame" } });
  const { id, link } = made.answer.data;
  const guest = await visitor(browser, `${server.url}/s/${link}`);
  await expect(guest.getByLabel("Password", { exact: true })).toBeVisible();

  await page.goto(`${server.url}/shares`);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Remove password").check();
  await dialog.getByLabel("Message to visitors").fill("Second quarter");
  await dialog.getByLabel("Expiration").selectOption({ label: "In 7 days" });
  await dialog.getByText("More options").click();
  await dialog.getByLabel("Custom link").fill("x");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Use 3–64 letters")).toBeVisible();
  await dialog.getByLabel("Custom link").fill(name);
  await dialog.getByLabel("Maximum downloads").fill("1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("0 of 1 download");
  const [stored] = await readDatabase(server, 'SELECT * FROM "Share" WHERE id = ?', id);
  expect(stored).toMatchObject({ link: name, note: "Second quarter", passwordHash: null, maxDownloads: 1 });
  expect(stored?.["expiresAt"]).not.toBeNull();

  await guest.reload();
  await expect(guest.getByText("This link doesn’t work.")).toBeVisible();
  await guest.goto(`${server.url}/s/${name}`);
  await expect(guest.getByText("Second quarter")).toBeVisible();
  await expect(guest.getByText("1 download left")).toBeVisible();
  await guest.context().close();
});

test("what took the name of a deleted file is not shared until its owner says so", async ({
  page,
  login,
  server,
  tempRoot,
  browser,
}) => {
  const name = `plan-${randomId(6)}.txt`;
  const { dir, path: folder } = tempRoot({ [name]: "first" });
  const session = await login();
  const made = await call<Share>(server, "share/create", { session, body: { files: [`${folder}/${name}`] } });
  rmSync(path.join(dir, name));
  writeFileSync(path.join(dir, name), "second");
  const guest = await visitor(browser, `${server.url}/s/${made.answer.data.link}`);
  await expect(guest.getByText("The shared files are no longer available")).toBeVisible();

  await page.goto(`${server.url}/shares`);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Item missing");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Relink" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Share the current “${name}”` })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row).not.toContainText("Item missing");
  await guest.reload();
  await expect(guest.getByText(name).first()).toBeVisible();
  await guest.context().close();
});

test("shared photos come as pictures, which are no downloads; where those are counted, and on request, as a list", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  browser,
}) => {
  const album = tempRoot({ album: { "b.jpg": smallJpeg, "a.jpg": smallJpeg, "read me.txt": "" } });
  const share = async (body: object) =>
    (await call<Share>(server, "share/create", { session: root, body: { files: [`${album.path}/album`], ...body } }))
      .answer.data;
  const free = await share({});
  const guest = await visitor(browser, `${server.url}/s/${free.link}`);
  await expect(guest.getByRole("listitem")).toHaveCount(3);
  const picture = guest.getByRole("listitem").filter({ hasText: "a.jpg" }).locator("img");
  await expect(picture).toHaveJSProperty("naturalWidth", 8);
  await guest.getByRole("link", { name: "a.jpg", exact: true }).click();
  await expect(guest.getByRole("dialog", { name: "a.jpg" })).toBeVisible();
  await guest.keyboard.press("Escape");
  await guest.getByRole("radio", { name: "List" }).click();
  await expect(guest.getByRole("listitem").filter({ hasText: "b.jpg" }).locator("time")).toBeVisible();
  const { answer } = await call<{ shares: Share[] }>(server, "share/list", { session: root });
  expect(answer.data.shares.find(({ id }) => id === free.id)).toMatchObject({ downloads: 0 });

  const counted = await share({ max_downloads: 1 });
  await guest.goto(`${server.url}/s/${counted.link}`);
  await expect(guest.getByRole("listitem")).toHaveCount(3);
  await expect(guest.getByRole("radio")).toHaveCount(0);
  await expect(guest.getByText("1 download left")).toBeVisible();
  // What is not there has nothing to count or to download.
  await guest.goto(`${server.url}/s/${free.link}?in=album%2Fnone`);
  await expect(guest.getByText("This file or folder doesn’t exist")).toBeVisible();
  await expect(guest.getByText("0 items")).toHaveCount(0);
  await expect(guest.getByRole("link", { name: "Download folder" })).toHaveCount(0);
  await guest.context().close();
  await login();
  await page.goto(`${server.url}/shares`);
  await expect(page.getByRole("row", { name: /album/ }).filter({ hasText: "1 visit, 0 of 1 download" })).toBeVisible();
});

test("files put into a drop box arrive whole and verified, over a line that breaks and after a reload", async ({
  server,
  root,
  tempRoot,
  browser,
}) => {
  const inbox = tempRoot({ inbox: {} });
  const limits = { max_files: 2, max_bytes: null, extensions: [] };
  const body = { files: [`${inbox.path}/inbox`], mode: "upload", title: "Applications", limits };
  const { answer } = await call<Share>(server, "share/create", { session: root, body });
  const film = path.join(inbox.dir, "film.mp4");
  const content = randomBytes(12 * 1024 * 1024);
  writeFileSync(film, content);

  const guest = await visitor(browser, `${server.url}/s/${answer.data.link}`, "de-DE");
  await expect(guest.getByRole("heading", { name: "Dateien in „Applications“ hochladen" })).toBeVisible();
  await expect(guest.getByText("Sie können noch 2 Dateien hinzufügen")).toBeVisible();
  // The first bytes arrive, then the line is dead until the page is opened anew.
  let patches = 0;
  let isDead = true;
  await guest.route("**/tus/*", (route) =>
    route.request().method() === "PATCH" && ++patches > 1 && isDead ? route.abort("connectionreset") : route.continue(),
  );
  const choose = async () => {
    const chooser = guest.waitForEvent("filechooser");
    await guest.getByRole("button", { name: "Dateien auswählen" }).click();
    await (await chooser).setFiles(film);
  };
  const created = guest.waitForResponse((response) => response.request().method() === "POST");
  await choose();
  const upload = new URL((await created).headers()["location"] ?? "", server.url).pathname;
  const arrived = async () => {
    const { headers } = await rawRequest(server, upload, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
    return Number(headers["upload-offset"]);
  };
  await expect.poll(() => patches).toBeGreaterThan(1);
  await expect.poll(arrived).toBeGreaterThan(0);
  expect(existsSync(path.join(inbox.dir, "inbox/film.mp4"))).toBe(false);
  guest.on("dialog", (dialog) => void dialog.accept()); // "leave the page?": its answer is not waited for
  await guest.reload();
  isDead = false; // not before: the old page would bring the rest over
  const offsets: number[] = [];
  guest.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await choose();
  await expect(guest.getByText("1 Datei hochgeladen. Vielen Dank!")).toBeVisible();
  await expect(guest.getByText("überprüft")).toBeVisible();
  await expect(guest.getByText("Sie können noch 1 Datei hinzufügen")).toBeVisible();
  expect(Math.min(...offsets)).toBeGreaterThan(0);
  const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(sum(readFileSync(path.join(inbox.dir, "inbox/film.mp4")))).toBe(sum(content));
  await guest.context().close();
});
