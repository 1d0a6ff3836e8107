import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const write = "filecat_file_context_update_upload_created_copy_decompression";

test("who may only read sees what is off and why; the server refuses the same", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "a" });
  const session = await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  const bar = page.getByRole("toolbar", { name: "Selection" });
  await expect(bar.getByRole("button", { name: "Download" })).toBeEnabled();
  const remove = bar.getByRole("button", { name: /^Delete – .*permission/ });
  await expect(remove).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Delete");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem")).toContainText("Warning");
  await page.keyboard.press("Escape");
  await rowOf(page, /a\.txt/).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Rename/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (const name of [/^Upload – .*permission/, /^New – .*permission/])
    await expect(page.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");

  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["new"], "b.txt"));
    return data;
  });
  for (const type of ["dragover", "drop"]) await page.getByRole("grid").dispatchEvent(type, { dataTransfer: transfer });
  const refused = await call(server, `file/${root.path}/c.txt`, {
    method: "PUT",
    session,
    body: (() => {
      const form = new FormData();
      form.append("file", new Blob(["x"]), "file");
      return form;
    })(),
  });
  expect([refused.status, refused.answer.error]).toEqual([403, "auth/forbidden"]);
  const removal = await call(server, `file/${root.path}/a.txt?permanent=1`, { method: "DELETE", session });
  expect(removal.status).toBe(403);
  await expect(page.getByRole("region", { name: "Uploads" })).toHaveCount(0);
  expect(readdirSync(root.dir)).toEqual(["a.txt"]);
});

test("a folder that is only to be read says so", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a" });
  await login({ permissions: ["file_read", write], access: [], readOnly: [root.dir] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  for (const name of ["Upload", "New"]) {
    const button = page.getByRole("button", { name: new RegExp(`^${name} – You have read-only access`) });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveText(name);
    await button.hover();
    await expect(page.getByText("You have read-only access", { exact: true })).toBeVisible();
    await button.click({ force: true });
    await page.mouse.move(0, 0);
  }
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const name of ["Upload", "New"])
    await expect(page.getByRole("button", { name: new RegExp(`^${name} – `) })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
});

test("over 20 MB is asked about, an unknown type is told", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "x.zzz": new Uint8Array([0, 1, 2]) });
  writeFileSync(path.join(root.dir, "big.txt"), "line\n".repeat(4_300_000));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /big\.txt/).dblclick();
  const question = page.getByRole("dialog", { name: "Large file" });
  await expect(question).toContainText("This file is larger than 20 MB. Open it anyway?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`${server.url}/browse/${root.path}`);
  await expect(rowOf(page, /big\.txt/)).toBeFocused();
  await rowOf(page, /x\.zzz/).dblclick();
  const unknown = page.getByRole("dialog", { name: "x.zzz" });
  await expect(unknown).toContainText("Unknown file type");
  await unknown.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, /x\.zzz/)).toBeFocused();
});

test("who was given a folder inside of a place can write there, and only there", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/404/);
  const given = tempRoot({ "a.txt": "a" });
  const other = tempRoot({ "b.txt": "b" });
  const session = await login({ permissions: ["file_read", write], access: [given.dir] });
  await page.goto(`${server.url}/browse/${given.path}`);
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeEnabled();
  const put = (path: string) =>
    call(server, `file/${path}`, { method: "PUT", session, body: "x", headers: { "content-type": "text/plain" } });
  expect((await put(`${given.path}/new.txt`)).status).toBe(200);
  expect(readdirSync(given.dir).toSorted()).toEqual(["a.txt", "new.txt"]);
  expect((await put(`${other.path}/new.txt`)).answer.error).toBe("file/not-found");
  expect((await put("files/new.txt")).answer.error).toBe("file/not-found");
  await page.goto(`${server.url}/browse/${other.path}`);
  await page.getByRole("link", { name: "Go to your files" }).click();
  // The only folder there is for them.
  await expect(page).toHaveURL(`${server.url}/browse/${given.path}`);
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
});

test("a folder that there is not, or that one may not see, offers nowhere to put anything", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const mine = tempRoot({ "a.txt": "a" });
  const hidden = tempRoot({});
  await login({ permissions: ["file_read", write], access: [mine.dir] });
  await page.goto(`${server.url}/browse/${mine.path}`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+c");
  await expect(page.getByRole("region", { name: "Clipboard" })).toBeVisible();
  for (const folder of ["nowhere", `${mine.path}/none`, hidden.path]) {
    // Not loaded anew: what was copied is still there.
    await page.evaluate((href) => window.history.pushState(null, "", href), `${server.url}/browse/${folder}`);
    await expect(page.getByText("This file or folder doesn’t exist")).toBeVisible();
    for (const name of [/^New/, /^Upload/, "Paste"]) await expect(page.getByRole("button", { name })).toHaveCount(0);
    const taken = await page.getByText("This file or folder doesn’t exist").evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["new"], "b.txt"));
      const paste = new ClipboardEvent("paste", { clipboardData: dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(paste);
      const drop = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
      element.dispatchEvent(drop);
      return [paste.defaultPrevented, dataTransfer.dropEffect];
    });
    // The page refuses what is dropped beside every target: browsers would open it.
    expect(taken).toEqual([false, "none"]);
  }
  await expect(page.getByRole("region", { name: "Uploads" })).toHaveCount(0);
});
