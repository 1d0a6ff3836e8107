import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call } from "../support/api-client";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

const text = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

test("chosen files arrive whole, also hundreds of them", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot();
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await chooseUpload(
    page,
    Array.from({ length: 300 }, (_, index) => text(`f${index}.txt`, `content ${index}`)),
  );
  await expect(page.getByRole("region", { name: "Uploads", exact: true })).toContainText("300 files uploaded");
  expect(readdirSync(root.dir)).toHaveLength(300);
  expect(readFileSync(path.join(root.dir, "f299.txt"), "utf8")).toBe("content 299");
  await expect(page.getByText("300 files", { exact: true })).toBeVisible();
});

test("what was uploaded is told quietly and goes by itself, unless somebody is at it", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  await page.clock.install();
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await chooseUpload(page, [text("a.txt", "1234567")]);
  const panel = page.getByRole("region", { name: "Uploads", exact: true });
  await expect(panel).toContainText(/1 file uploaded\s*7 B in 0:0\d/);
  await expect(panel.getByRole("progressbar")).toHaveCount(0);
  await expect(panel.getByRole("listitem")).toHaveCount(0);
  await panel.getByRole("button", { name: "Show uploads" }).click();
  await expect(panel.getByRole("listitem")).toContainText("Done · 7 B");
  await page.clock.runFor(30_000);
  await expect(panel).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter" }).click();
  await page.clock.runFor(30_000);
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Tasks and uploads" })).toHaveCount(0);
});

test("a dropped file is uploaded; a taken name asks", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "old" });
  const session = await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page
    .getByRole("grid")
    .getByRole("row", { name: /a\.txt/ })
    .waitFor();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["new"], "a.txt"));
    data.items.add(new File(["other"], "b.txt"));
    return data;
  });
  for (const type of ["dragover", "drop"]) await page.getByRole("grid").dispatchEvent(type, { dataTransfer: transfer });
  await page.getByRole("radio", { name: "Replace" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("new");
  await expect.poll(() => existsSync(path.join(root.dir, "b.txt"))).toBe(true);
  // What was there is not lost.
  const kept = async () => {
    const { answer } = await call<{ entries: { path: string | null }[] }>(server, "trash/list", { session });
    return answer.data.entries.map((entry) => entry.path);
  };
  await expect.poll(kept).toContain(`${root.path}/a.txt`);
  const said = page.getByTestId("toast").filter({ hasText: "Upload replaced “a.txt”, original in the trash" });
  await said.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByTestId("toast").filter({ hasText: "Undone: the uploaded file “a.txt”" })).toBeVisible();
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("old");
  expect(existsSync(path.join(root.dir, "b.txt"))).toBe(true);
});

test("a lost network is told, and the upload goes on by itself", async ({
  page,
  context,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED/);
  const root = tempRoot();
  const source = path.join(tempRoot().dir, "big.bin");
  writeFileSync(source, Buffer.alloc(3 * 1024 * 1024, 7));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  // The first upload loads the code for it; offline there would be nothing to load it from.
  await chooseUpload(page, [text("first.txt", "1")]);
  await expect(page.getByRole("region", { name: "Uploads", exact: true })).toContainText("1 file uploaded");
  await page.route(/big\.bin/, async (route) => {
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await chooseUpload(page, source);
  await expect(page.getByText("You’re offline.", { exact: false })).toBeVisible();
  expect(readdirSync(root.dir)).toEqual(["first.txt"]);
  await page.unroute(/big\.bin/);
  await context.setOffline(false);
  await expect(page.getByRole("region", { name: "Uploads", exact: true })).toContainText("2 files uploaded");
  expect(readFileSync(path.join(root.dir, "big.bin")).length).toBe(3 * 1024 * 1024);
});
