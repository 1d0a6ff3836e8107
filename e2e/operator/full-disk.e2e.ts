import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { patience } from "@/lib/server/base/patience-fixture";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { loopProblem, makeLoop, type Loop } from "@/lib/server/process/loop-fixture";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "../systemd/filedeck-on-systemd";

const problem = dockerdProblem() ?? busyboxProblem() ?? systemdProblem() ?? loopProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(180_000);
test.use({ actionTimeout: 10_000, viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
/** Fills the disk, and says so once it is full. */
const worker =
  'i=0; while :; do i=$((i+1)); dd if=/dev/zero bs=1M count=4 2>/dev/null >> /data/cache/pages.bin || echo "page $i not kept: no space left"; sleep 0.2; done';
const service = [
  "[Unit]",
  "Description=Search index of the shop",
  "[Service]",
  "ExecStart=/bin/sh -c 'while :; do echo keeps $KEEP days; sleep 1; done'",
];

let daemon: Dockerd;
let loop: Loop;
let disk: string;
let on: OnSystemd;

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", ["sh", "sleep", "dd", "echo"]);
  loop = makeLoop();
  loop.format("data");
  disk = mkdtempSync(path.join(tmpdir(), "filedeck-operator-"));
  execFileSync("/usr/bin/mount", [loop.path, disk]);
  for (const folder of ["shop/cache", "photos"]) mkdirSync(path.join(disk, folder), { recursive: true });
  const run = ["run", "-d", "--stop-signal", "KILL", "--name"];
  await daemon.docker(...run, "mail", "box", "/bin/sleep", "1000");
  await daemon.docker(...run, "worker", "-v", `${disk}/shop:/data`, "box", "/bin/sh", "-c", worker);
  const socket = (daemon.env["DOCKER_HOST"] ?? "").replace("unix://", "");
  on = await startFiledeckOnSystemd({
    binds: [`${socket}:/run/docker-of-test.sock`, `${disk}:${disk}`],
    env: { DOCKER_HOST: "unix:///run/docker-of-test.sock", FILEDECK_ROOTS: `${disk}=Data` },
  });
  const write =
    "printf '%s\\n' \"$@\" > /etc/systemd/system/indexer.service; systemctl daemon-reload; systemctl start indexer";
  expect((await on.systemd.run("sh", "-c", write, "sh", ...service)).code).toBe(0);
});
test.afterAll(async () => {
  await on.stop();
  await daemon.stop();
  execFileSync("/usr/bin/umount", ["-l", disk]);
  loop.close();
  rmSync(disk, { recursive: true });
});

const openFromMenu = async (page: Page, name: string) => {
  // A page that has just come may not listen yet.
  await expect(async () => {
    const drawer = page.getByRole("dialog", { name: "Navigation" });
    if (!(await drawer.isVisible()))
      await page.getByRole("button", { name: "Navigation", exact: true }).tap({ timeout: 2_000 });
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: patience.startMs });
  await page.getByRole("link", { name, exact: true }).tap();
};
const act = async (page: Page, row: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${row}` }).tap();
  await page.getByRole("menuitem", { name: action, exact: true }).tap();
};

test("on a phone: why the disk is full, which container fills it, its last words, and a service with another setting", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/browse`);
  await openFromMenu(page, "Dashboard");
  const storage = page.getByRole("listitem").filter({ hasText: disk });
  await expect(storage).toContainText(/(?:9\d|100)(?:\.\d)?%/, { timeout: patience.startMs });
  await storage.getByRole("button", { name: `What uses the space on ${disk}` }).tap();
  const usage = page.getByRole("dialog", { name: /^Disk usage of/ });
  const largest = usage.getByRole("list", { name: "Largest items" });
  await expect(largest.getByRole("listitem").first()).toContainText("shop");
  await largest.getByRole("button", { name: "shop" }).tap();
  await largest.getByRole("button", { name: "cache" }).tap();
  await expect(largest.getByRole("listitem").first()).toContainText("pages.bin");
  await page.keyboard.press("Escape");

  await openFromMenu(page, "Containers");
  await page.getByRole("searchbox", { name: "Name, image, stack" }).fill(`${disk}/shop/cache`);
  await expect(page.getByRole("row", { name: /^mail/ })).toHaveCount(0);
  await act(page, "worker", "Stop");
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).tap();
  await expect(page.getByRole("row", { name: /^worker/ })).toContainText("Stopped");
  expect(await daemon.docker("inspect", "-f", "{{.State.Status}}", "worker", "mail")).toBe("exited\nrunning");
  await act(page, "worker", "Logs");
  await expect(page.getByRole("log")).toContainText("not kept: no space left");

  await openFromMenu(page, "Services");
  await page.getByRole("searchbox", { name: "Name or description" }).fill("shop");
  await act(page, "indexer.service", "Edit override…");
  const editor = page.getByRole("dialog", { name: "Override for indexer.service" });
  await editor.getByRole("textbox", { name: "Settings" }).fill("[Service]\nEnvironment=KEEP=7\n");
  await editor.getByRole("button", { name: "Review changes" }).tap();
  await expect(editor.getByRole("group", { name: "Changes" })).toContainText("Added: +Environment=KEEP=7");
  await editor.getByRole("button", { name: "Save" }).tap();
  await expect(editor).toBeHidden();
  await act(page, "indexer.service", "Restart");
  await page.getByRole("dialog").getByRole("button", { name: "Restart" }).tap();
  await expect
    .poll(async () => (await on.systemd.run("journalctl", "-u", "indexer", "-n", "3")).said)
    .toContain("keeps 7 days");
  await act(page, "indexer.service", "Journal");
  await expect(page.getByRole("log")).toContainText("keeps 7 days");
});

test("a user without these rights sees none of it, on no page and by no address", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  expectConsole(/status of 403/);
  const root = await signIn(on);
  const options = { permissions: ["file_read"], access: [path.join(disk, "photos")] } as const;
  const user = await signIn(on, await makeUser({ url: on.url, filesDir: disk }, root, options));
  await enter(page, on, user);
  await page.goto(`${on.url}/browse`);
  await page.getByRole("button", { name: "Navigation", exact: true }).tap();
  for (const name of ["Dashboard", "Containers", "Services", "Disks", "Processes"])
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  for (const one of ["system", "containers", "containers/log?id=worker", "services", "services/journal", "disks"]) {
    await page.goto(`${on.url}/${one}`);
    await expect(page.getByText(/shop|worker|indexer|pages\.bin/)).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("You don’t have access");
  }
  const stop = { action: "stop" };
  for (const [one, body] of [
    ["docker/containers/worker"],
    ["docker/containers/mail/action", stop],
    ["systemd/units/indexer.service"],
    ["systemd/units/indexer.service/action", stop],
    ["disk/fstab"],
    ["disk/tools"],
  ] as const)
    expect((await call(on, one, { session: user, ...(body === undefined ? {} : { body }) })).status).toBe(403);
  expect(await daemon.docker("inspect", "-f", "{{.State.Status}}", "mail")).toBe("running");
});
