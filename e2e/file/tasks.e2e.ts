import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const panel = (page: Page) => page.getByRole("region", { name: "Tasks" });

test("a copy onto a full disk names what failed and leaves no stump", async ({ page, login, server, tempRoot }) => {
  const full = tryTmpfs("8m");
  test.skip("reason" in full, "reason" in full ? full.reason : "");
  if ("reason" in full) return;
  const root = tempRoot({ to: {}, films: { "large.bin": new Uint8Array(9_000_000) } });
  const to = path.join(root.dir, "to");
  full.run("mount", "--bind", full.path, to);
  try {
    await login();
    await page.goto(`${server.url}/browse/${root.path}`);
    await rowOf(page, /films/).click();
    await page.keyboard.press("Control+c");
    await rowOf(page, /^to/).dblclick();
    await page.getByText("This folder is empty").waitFor();
    await page.keyboard.press("Control+v");
    await expect(panel(page).getByText("1 failed")).toBeVisible();
    await expect(
      panel(page)
        .getByRole("listitem")
        .filter({ hasText: /^large\.bin: The disk is full/ }),
    ).toBeVisible();
    // Nor the folder that was made for it.
    await expect.poll(() => existsSync(path.join(full.path, "films"))).toBe(false);
    await panel(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(panel(page)).toHaveCount(0);
  } finally {
    full.unmount(to);
    full.unmount();
  }
});

test("a protected entry stays when others are deleted, and is named", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({ "a.txt": "a", "keep.txt": "keep", "z.txt": "z" });
  await call(server, "setting/protected", { session: root, body: { paths: [path.join(dir, "keep.txt")] } });
  await login();
  await page.goto(`${server.url}/browse/${folder}`);
  await rowOf(page, /keep/).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(
    panel(page)
      .getByRole("listitem")
      .filter({ hasText: /^keep\.txt: / }),
  ).toBeVisible();
  await expect(rowOf(page, /a\.txt/)).toHaveCount(0);
  await expect.poll(() => readdirSync(dir)).toEqual(["keep.txt"]);
  await call(server, "setting/protected", { session: root, body: { paths: [] } });
});

test("a long copy tells how far it is, is hidden and shown by the header's ring, and stops", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ to: {} });
  // Blocks without data: made at once, and copied one by one.
  execFileSync("fallocate", ["-l", "10G", path.join(root.dir, "big.img")]);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /big/).click();
  await page.keyboard.press("Control+c");
  await rowOf(page, /^to/).dblclick();
  await page.getByText("This folder is empty").waitFor();
  await page.keyboard.press("Control+v");
  const meter = panel(page).getByRole("progressbar", { name: "big.img" });
  await expect(meter).toHaveAttribute("aria-valuenow", /^\d+$/);
  await expect(panel(page)).toContainText(/\d+% · .* of 10\.00 GB · .*\/s · [\d:]+ left/);
  const ring = page.getByRole("banner").getByRole("button", { name: /Tasks and uploads, 1 running: \d+%/ });
  await ring.click();
  await expect(panel(page)).toBeHidden();
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await ring.click();
  await panel(page).getByRole("button", { name: "Stop" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(ring).toHaveCount(0);
  expect(readdirSync(path.join(root.dir, "to"))).toEqual([]);
});
