import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const marker = "filedeck-e2e-sleeper";
const rowOf = (page: Page, pid: number) => page.getByRole("row").filter({ hasText: String(pid) });
const stateOf = (pid: number) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];

/** A process that does nothing; its shell below which it runs keeps both. */
function startSleeper() {
  const child = spawn("sh", ["-c", "sleep 600 & wait", marker], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  return { pid: child.pid ?? 0, ended, kill: () => child.kill("SIGKILL") };
}

test("a process is found, looked at, paused, made nicer, and ended", async ({ page, login, server }) => {
  const sleeper = startSleeper();
  await login();
  await page.goto(`${server.url}/processes`);
  await page.getByRole("searchbox", { name: /Name, PID/ }).fill(marker);
  const row = rowOf(page, sleeper.pid);
  await expect(row).toContainText("sleep 600");
  expect(await violationsInThemes(page)).toEqual([]);

  await row.click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("No network connections");
  await expect(details.getByRole("list", { name: "Open files" })).toContainText("/dev/null");
  await details.getByRole("button", { name: "Show environment" }).click();
  await expect(details.getByRole("list", { name: "Environment" })).toContainText("PATH=");
  await page.keyboard.press("Escape");

  await row.focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Send signal…" }).click();
  await page.getByRole("combobox", { name: "Signal" }).selectOption("SIGSTOP");
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => stateOf(sleeper.pid)).toBe("T");
  await expect(row).toContainText("Stopped");

  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Change priority…" }).click();
  await page.getByRole("textbox", { name: "Nice value" }).fill("9");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect.poll(() => readFileSync(`/proc/${sleeper.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[16]).toBe("9");

  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Force quit" }).click();
  await expect(page.getByRole("dialog")).toContainText("It has 1 process of its own");
  await page.getByRole("dialog").getByRole("button", { name: "Force quit" }).click();
  expect(await sleeper.ended).toBe("SIGKILL");
  await expect(page.getByText("No process matches")).toBeVisible();
});

test("hostile words of a process are only text", async ({ page, login, server }) => {
  const words = `--help -rf <img src=x onerror=alert(1)> "'$(id)`;
  const hostile = spawn("sh", ["-c", "sleep 600 & wait", `${words}\nline`], { stdio: "ignore" });
  const ended = new Promise((resolve) => hostile.once("exit", (_, signal) => resolve(signal)));
  try {
    await login();
    await page.goto(`${server.url}/processes`);
    await page.getByRole("searchbox", { name: /Name, PID/ }).fill("onerror=alert");
    const row = rowOf(page, hostile.pid ?? 0);
    await expect(row).toContainText(words);
    await row.click();
    await expect(page.getByRole("dialog")).toContainText(words);
    await expect(page.locator("img[src='x']")).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("dialog", { name: /^End/ }).getByRole("button", { name: "End", exact: true }).click();
    expect(await ended).toBe("SIGTERM");
  } finally {
    hostile.kill("SIGKILL");
  }
});

test("as a tree each process stands below the one that started it", async ({ page, login, server }) => {
  const sleeper = startSleeper();
  try {
    await login();
    await page.goto(`${server.url}/processes`);
    await page.getByRole("radio", { name: "Tree" }).click();
    await page.getByRole("searchbox", { name: /Name, PID/ }).fill("sleep 600");
    const shell = rowOf(page, sleeper.pid);
    await expect(shell).toHaveAttribute("aria-expanded", "true");
    const level = Number(await shell.getAttribute("aria-level"));
    const next = page.locator(`[aria-rowindex="${Number(await shell.getAttribute("aria-rowindex")) + 1}"]`);
    await expect(next).toHaveAttribute("aria-level", String(level + 1));
    await shell.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(shell).toHaveAttribute("aria-expanded", "false");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("row", { expanded: true }).last()).toBeFocused();
  } finally {
    sleeper.kill();
  }
});

test("who may only look cannot end anything, and sees nothing that is inside", async ({
  page,
  login,
  server,
  root,
}) => {
  const sleeper = startSleeper();
  try {
    await login({ permissions: ["sys_view"] });
    await page.goto(`${server.url}/processes`);
    await page.getByRole("searchbox", { name: /Name, PID/ }).fill(marker);
    const row = rowOf(page, sleeper.pid);
    await row.click();
    await expect(page.getByRole("dialog")).toContainText("shown to administrators only");
    await expect(page.getByRole("dialog").getByRole("button", { name: "End", exact: true })).toBeDisabled();
    await page.keyboard.press("Escape");
    await row.click({ button: "right" });
    await expect(page.getByRole("menuitem", { name: /Force quit/ })).toHaveAttribute("aria-disabled", "true");

    const start = readFileSync(`/proc/${sleeper.pid}/stat`, "latin1").split(") ")[1]?.split(" ")[19] ?? "";
    const path = `sys/processes/${sleeper.pid}.${start}`;
    const viewer = await signIn(server, await makeUser(server, root, { permissions: ["sys_view"] }));
    const other = await signIn(server, await makeUser(server, root, { permissions: ["file_read"] }));
    const status = async (session: typeof viewer, what: string, body?: unknown) =>
      (await call(server, `${path}${what}`, { session, ...(body === undefined ? {} : { body }) })).status;
    expect(await status(viewer, "")).toBe(200);
    expect(await status(viewer, "/environment")).toBe(403);
    expect(await status(viewer, "/signal", { signal: "SIGKILL" })).toBe(403);
    expect(await status(viewer, "/nice", { nice: 3 })).toBe(403);
    expect(await status(other, "")).toBe(403);
    expect(stateOf(sleeper.pid)).toBe("S");
  } finally {
    sleeper.kill();
  }
});

test("on a phone, where there are no titles to tap on, the order is chosen above the cards", async ({
  page,
  login,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login();
  await page.goto(`${server.url}/processes`);
  const firstPid = async () => Number(await page.locator('[data-column="pid"]').first().textContent());
  const order = page.getByRole("combobox", { name: "Sort by" });
  await expect(order).toHaveValue("cpu");
  await order.selectOption("pid");
  await expect.poll(firstPid).toBe(1);
  await page.getByRole("button", { name: "Reverse order" }).click();
  await expect.poll(firstPid).toBeGreaterThan(1);
  await expect(page.getByRole("columnheader").getByRole("button")).toHaveCount(0);
  expect(await violationsInThemes(page)).toEqual([]);
});
