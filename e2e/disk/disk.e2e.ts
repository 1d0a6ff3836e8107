import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import { loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";

const problem = loopProblem();
test.skip(problem !== null, problem ?? "");

let loop: Loop;
let place: string;
const mount = () => parseMounts(readFileSync("/proc/self/mountinfo", "utf8")).find((one) => one.source === loop.path);
const openImages = async (page: Page) => {
  await page.goto("disks");
  await page.getByText(/images? on loop devices/).click();
};
const choose = async (page: Page, action: string) => {
  await page.getByRole("button", { name: `Actions for ${loop.id}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

test.beforeEach(() => {
  loop = makeLoop();
  loop.format('films "-rf"');
  place = mkdtempSync("/mnt/filedeck-e2e-");
});
test.afterEach(async () => {
  const mounted = mount();
  if (mounted !== undefined)
    await new Promise((done) => spawn("/usr/bin/umount", ["-l", mounted.place]).once("exit", done));
  loop.close();
  rmSync(place, { recursive: true, force: true });
});

test("a disk is mounted, made read-only, and unmounted when nobody uses it any more", async ({
  page,
  login,
  expectConsole,
}) => {
  expectConsole(/status of 403/); // over the system's own folder
  await login("root");
  await openImages(page);
  const card = page.getByRole("region", { name: `Disk ${loop.id}` });
  await expect(card).toContainText('films "-rf"');
  await expect(card).toContainText("Not mounted");
  await choose(page, "Mount…");
  const dialog = page.getByRole("dialog", { name: `Mount ${loop.id}` });
  await expect(dialog.getByRole("textbox", { name: "Folder" })).toHaveValue("/mnt/films-rf");
  for (const [folder, words] of [
    ["films", "Enter a full path, such as /mnt/data"],
    ["/mnt/../etc", "Enter the path without . and .. in it"],
  ] as const) {
    await dialog.getByRole("textbox", { name: "Folder" }).fill(folder);
    await expect(dialog.getByText(words)).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Mount" })).toBeDisabled();
  }
  await dialog.getByRole("textbox", { name: "Folder" }).fill("/usr/films");
  await dialog.getByRole("button", { name: "Mount" }).click();
  await expect(dialog.getByRole("alert")).toContainText("the server or Filedeck needs that folder");
  await dialog.getByRole("textbox", { name: "Folder" }).fill(place);
  await dialog.getByRole("checkbox", { name: /No programs/ }).check();
  await dialog.getByRole("button", { name: "Mount" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText(place).first()).toBeVisible();
  expect(mount()).toMatchObject({ place, type: "ext4", isReadOnly: false });
  expect(mount()?.options).toEqual(expect.arrayContaining(["noexec", "noatime"]));
  await expect(card.getByRole("meter")).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);

  await choose(page, "Make read-only");
  await page.getByRole("dialog").getByRole("button", { name: "Make read-only" }).click();
  await expect(card).toContainText("Read-only");
  expect(mount()?.isReadOnly).toBe(true);

  const user = spawn("/usr/bin/sleep", ["60"], { cwd: place });
  await choose(page, "Unmount…");
  const question = page.getByRole("dialog", { name: `Unmount ${place}?` });
  await expect(question).toContainText(`process ${user.pid ?? 0} of root`);
  await expect(question.getByRole("button", { name: "Unmount", exact: true })).toBeDisabled();
  user.kill();
  await expect(question).toContainText("Nothing uses it.");
  // With mounts of its own, as a container has them.
  const apart = spawn("/usr/bin/unshare", ["--mount", "--propagation=private", "sleep", "60"]);
  await expect(question).toContainText("It stays mounted elsewhere");
  await expect(question).toContainText(`process ${apart.pid ?? 0} of root`);
  await expect(question).toContainText(`mounted at ${place}`);
  await expect(question.getByRole("button", { name: "Unmount", exact: true })).toBeEnabled();
  apart.kill();
  await expect(question).not.toContainText("It stays mounted elsewhere");
  await question.getByRole("button", { name: "Unmount", exact: true }).click();
  await expect(question).toBeHidden();
  // It is back among the images, which stay unfolded where somebody unfolded them.
  await expect(card).toContainText("Not mounted");
  expect(mount()).toBeUndefined();
});

test("a disk can be written to again, and is unmounted while a program uses it where that is wanted", async ({
  page,
  login,
}) => {
  await runBriefly("/usr/bin/mount", ["-o", "ro", "--", loop.path, place]);
  const user = spawn("/usr/bin/sleep", ["60"], { cwd: place });
  try {
    await login("root");
    await page.goto("disks");
    await choose(page, "Make writable");
    await expect.poll(() => mount()?.isReadOnly).toBe(false);
    await choose(page, "Unmount…");
    const question = page.getByRole("dialog", { name: `Unmount ${place}?` });
    await question.getByLabel("Unmount lazily").check();
    await question.getByRole("button", { name: "Unmount lazily" }).click();
    await expect(question).toBeHidden();
    expect([mount(), user.exitCode]).toEqual([undefined, null]);
  } finally {
    user.kill();
  }
});

test("a mount point with a hostile name is shown as it is, and is the one that is unmounted", async ({
  page,
  login,
}) => {
  const hostile = path.join(place, `-rf --help "q" <img src=x onerror=alert(1)>\nline \\040`);
  const beside = path.join(place, "-rf");
  for (const folder of [hostile, beside]) mkdirSync(folder);
  await runBriefly("/usr/bin/mount", ["--", loop.path, hostile]);
  await runBriefly("/usr/bin/mount", ["-t", "tmpfs", "tmpfs", beside]);
  try {
    expect(mount()?.place).toBe(hostile);
    await login("root");
    // What is mounted is in view.
    await page.goto("disks");
    const card = page.getByRole("region", { name: `Disk ${loop.id}` });
    await expect(card).toContainText('-rf --help "q" <img src=x onerror=alert(1)>');
    await expect(page.locator("img[src='x']")).toHaveCount(0);
    await choose(page, "Make read-only");
    await page.getByRole("dialog").getByRole("button", { name: "Make read-only" }).click();
    await expect.poll(() => mount()?.isReadOnly).toBe(true);
    await choose(page, "Unmount…");
    const question = page.getByRole("dialog");
    await expect(question).toContainText("Nothing uses it.");
    await question.getByRole("button", { name: "Unmount", exact: true }).click();
    await expect(card).toBeHidden();
    expect(mount()).toBeUndefined();
    expect(readFileSync("/proc/self/mountinfo", "utf8")).toContain(`${beside} `);
  } finally {
    await runBriefly("/usr/bin/umount", [beside]);
  }
});

test("who only looks sees disks, changes nothing, and is not told what uses them", async ({ page, server, root }) => {
  await enter(page, server, await signIn(server, await makeUser(server, root, { permissions: ["sys_view"] })));
  await openImages(page);
  const card = page.getByRole("region", { name: `Disk ${loop.id}` });
  await expect(card).not.toContainText(loop.file);
  await expect(page.getByRole("link", { name: "Mounted at boot" })).toBeHidden();
  await page.getByRole("button", { name: `Actions for ${loop.id}` }).click();
  await expect(page.getByRole("menuitem", { name: "Mount…" })).toHaveAttribute("aria-disabled", "true");
  expect(existsSync(place)).toBe(true);
});
