import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

test("what needs attention is said, a program is named and tested", async ({ page, login, expectConsole }) => {
  expectConsole(/status of 403/); // of a program that others can change
  const folder = mkdtempSync("/opt/filedeck-e2e-");
  const program = path.join(folder, "smartctl");
  writeFileSync(program, "#!/bin/sh\necho smartctl 9.9\n");
  chmodSync(program, 0o755);
  try {
    await login("root");
    await page.goto("about");
    const checks = page.getByRole("region", { name: "Checks" });
    await expect(checks).toContainText("Never backed up");
    await expect(checks).toContainText("Not encrypted, which is fine on the server itself");
    expect(await violationsInThemes(page)).toEqual([]);
    const programs = page.getByRole("region", { name: "Programs of the system" });
    await expect(programs.getByRole("listitem").filter({ hasText: "lsblk" }).first()).toContainText("/usr/bin/lsblk");
    // Its version is said there, not Docker's.
    await expect(programs.getByRole("button", { name: "Path of Docker Compose" })).toBeVisible();
    await programs.getByRole("button", { name: "Path of smartctl" }).click();
    const dialog = page.getByRole("dialog", { name: "Path of smartctl" });
    await dialog.getByRole("textbox", { name: "Path on the server" }).fill(program);
    await dialog.getByRole("button", { name: "Test" }).click();
    await expect(dialog).toContainText("It works, version 9.9");
    chmodSync(program, 0o777);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Users who aren’t administrators can change");
    chmodSync(program, 0o755);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(programs.getByRole("listitem").filter({ hasText: program })).toContainText("9.9");
    await programs.getByRole("button", { name: "Path of smartctl" }).click();
    await dialog.getByRole("textbox", { name: "Path on the server" }).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(programs).not.toContainText(program);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("updates are looked for when somebody wants it, and the changelog is there", async ({ page, login }) => {
  const asked: string[] = [];
  const releases = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? "");
    outgoing.end('{"version":"99.0.0"}');
  }).listen(0, "127.0.0.1");
  await once(releases, "listening");
  try {
    await login("root");
    await page.goto("about");
    const version = page.getByRole("region", { name: "Version" });
    await expect(version).toContainText(String(JSON.parse(readFileSync("package.json", "utf8")).version));
    await version.getByRole("switch", { name: "Ask an address for the newest version" }).click();
    await version
      .getByRole("textbox", { name: "Address" })
      .fill(`http://127.0.0.1:${(releases.address() as AddressInfo).port}/filedeck.json`);
    await version.getByRole("button", { name: "Save" }).click();
    await expect(version.getByRole("button", { name: "Look now" })).toBeVisible();
    expect(asked).toEqual([]);
    await version.getByRole("button", { name: "Look now" }).click();
    await expect(version).toContainText("Version 99.0.0 is there.");
    expect(asked).toEqual(["/filedeck.json"]);
    await version.getByRole("link", { name: "What’s new" }).click();
    await expect(page.getByRole("heading", { name: "What’s new" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "0.1.0" })).toBeVisible();
    // Its colours are judged while it fades, otherwise.
    await expect(page.getByTestId("toast")).toHaveCount(0);
    expect(await violationsInThemes(page)).toEqual([]);
  } finally {
    releases.close();
  }
});

test("others see nothing of it", async ({ server, root, page, login }) => {
  const session = await login({ permissions: ["sys_view"] });
  await page.goto("about");
  await expect(page.getByText("External programs")).toBeVisible();
  for (const what of ["about/state", "about/programs", "setting/programs", "setting/updates"]) {
    expect((await call(server, what, { session })).status).toBe(403);
    expect((await call(server, what, { session: root })).status).toBe(200);
  }
});

test("ages go on for as long as they are shown", async ({ page, login }) => {
  await login("root");
  await page.clock.install();
  await page.goto("about");
  const started = page.getByRole("region", { name: "Version" }).getByRole("time");
  const before = await started.innerText();
  await page.clock.fastForward("05:00");
  await expect(started).not.toHaveText(before);
  await expect(started).toHaveText(/minutes ago/);
});
