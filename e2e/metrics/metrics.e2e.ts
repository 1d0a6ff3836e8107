import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { contracts } from "@/lib/contracts/all";
import { openDb } from "@/lib/server/db/open-db";
import { createRecorder } from "@/lib/server/metrics/history/recorder";
import { call, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const chart = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });
const namesOf = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();

/** Seconds of all processors since the start: busy ones and all. */
function processorTimes(): { busy: number; all: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = readFileSync(
    "/proc/stat",
    "utf8",
  )
    .split("\n", 1)
    .join("")
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + soft + steal;
  return { busy, all: busy + idle + wait };
}

test("shows what the machine is doing now, and says so when it no longer knows", async ({ page, expectConsole }) => {
  const server = await startFiledeck();
  expectConsole(new RegExp(`^request outside: ${server.url}|ERR_|Failed to load resource|WebSocket`));
  const loop = spawn(process.execPath, ["-e", "const end = Date.now() + 25_000; while (Date.now() < end);"]);
  try {
    await enter(page, server, await signIn(server));
    await page.goto(`${server.url}/system`);
    await expect(
      card(page, "CPU")
        .getByText(/^\d+\.\d%$/)
        .first(),
    ).toBeVisible();
    await wait(1_500);
    const before = processorTimes();
    const shown: number[] = [];
    for (let second = 0; second < 5; second++) {
      await wait(1_000);
      const text = await card(page, "CPU")
        .getByText(/^\d+\.\d%$/)
        .first()
        .textContent();
      shown.push(Number.parseFloat(text ?? ""));
    }
    const after = processorTimes();
    const real = (100 * (after.busy - before.busy)) / (after.all - before.all);
    const average = shown.reduce((sum, value) => sum + value, 0) / shown.length;
    // One of the processors has nothing else to do; what is shown is a second old.
    expect(real).toBeGreaterThan(30);
    expect(Math.abs(average - real)).toBeLessThan(20);
    const drawn = async () => Number(await chart(page, "CPU").getAttribute("aria-valuemax"));
    const points = await drawn();
    await expect.poll(drawn).toBeGreaterThan(points);
    await expect(card(page, "Top processes").getByRole("row", { name: /^node/ }).first()).toBeVisible();

    process.kill(server.pid, "SIGSTOP");
    await expect(page.getByText(/^Not live: last values from /)).toBeVisible();
    process.kill(server.pid, "SIGCONT");
    await expect(page.getByText(/^Not live/)).toHaveCount(0);
  } finally {
    loop.kill();
    process.kill(server.pid, "SIGCONT");
    await server.remove();
  }
});

test("shows the past with who was behind it, point by point, as a table, and larger", async ({
  page,
  expectConsole,
}) => {
  const server = await startFiledeck();
  try {
    await server.stop();
    await fill(path.join(server.dataDir, "filedeck.db"));
  } catch (error) {
    await server.remove();
    throw error;
  }
  const again = await startFiledeck({ workDir: server.workDir });
  expectConsole(new RegExp(`^request outside: ${again.url}`));
  try {
    await enter(page, again, await signIn(again));
    await page.goto(`${again.url}/system?range=6h`);
    await expect(card(page, "CPU")).toContainText("highest 100.0%");
    // Two hours of six, of which one minute was busy.
    await expect(card(page, "Top processes")).toContainText(/At the CPU peak.*ffmpeg/s);
    const cpu = chart(page, "CPU");
    await cpu.focus();
    await expect(cpu).toHaveAttribute("aria-valuetext", /arrow keys/);
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await expect(cpu).toHaveAttribute("aria-valuenow", "0");
    await expect(cpu).toHaveAttribute("aria-valuetext", /, Programs –, System –/);
    await page.keyboard.press("End");
    for (let step = 0; step < 10; step++) await page.keyboard.press("Shift+ArrowLeft");
    await expect(cpu).toHaveAttribute("aria-valuetext", /, Programs 20\.0%, System 5\.0%/);
    // The mark is the same in all of them.
    await expect(chart(page, "Network")).toHaveAttribute("aria-valuetext", /Received 2\.00 MB\/s/);
    await expect(card(page, "Top processes")).toContainText("postgres");
    await page.keyboard.press("Escape");
    await expect(cpu).toHaveAttribute("aria-valuetext", /arrow keys/);

    await card(page, "CPU").getByRole("button", { name: "Options for CPU" }).click();
    await page.getByRole("menuitemradio", { name: "Show as table" }).click();
    const table = card(page, "CPU").getByRole("table", { name: "CPU" });
    await expect(table.getByRole("columnheader")).toHaveText([
      "Time",
      "Programs",
      "System",
      "Waiting for disks",
      // On a virtual machine whose host is busy.
      ...((await table.getByRole("columnheader", { name: "Taken by the host" }).count()) > 0
        ? ["Taken by the host"]
        : []),
    ]);
    await expect(table.getByRole("row", { name: /20\.0% 5\.0% 0\.0%/ }).first()).toBeVisible();
    expect(await table.getByRole("row").count()).toBeLessThanOrEqual(13);

    const box = await chart(page, "Network").boundingBox();
    if (box === null) throw new Error("no chart");
    await page.mouse.move(box.x + box.width * 0.8, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.95, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    await expect(chart(page, "Network")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("radio", { name: "6 h" })).toBeChecked();
    await page.getByText("30 d", { exact: true }).click();
    await expect(page).toHaveURL(/range=30d/);
    await expect(card(page, "CPU")).toContainText("highest 100.0%");
    expect(await violationsInThemes(page)).toEqual([]);
  } finally {
    await page.close(); // or it would ask for a server that is gone
    await again.remove();
  }
});

/** Two hours, ending five minutes ago: calm but for one minute. */
async function fill(file: string): Promise<void> {
  const db = openDb(file);
  const recorder = createRecorder({
    db,
    hasRoom: () => Promise.resolve(true),
    onFailure: (error) => {
      throw error;
    },
  });
  const end = Math.floor(Date.now() / 60_000) - 5;
  for (let minute = end - 120; minute < end; minute++) {
    const isBusy = minute === end - 30;
    const [atMs, user] = [minute * 60_000, isBusy ? 0.8 : 0.2];
    const figures = {
      // More than this machine can have had meanwhile.
      "cpu/busy": isBusy ? 1 : 0.25,
      "cpu/user": user,
      "cpu/system": 0.05,
      "cpu/wait": 0,
      "memory/used": 1e9,
      "net/received": 2 * 1024 * 1024,
      "net/sent": 1024,
    };
    recorder.add({ atMs, figures });
    const busy = { pid: 7, cpu: 0.9, memoryBytes: 5e6, container: null };
    recorder.addProcesses(atMs, [{ ...busy, name: isBusy ? "ffmpeg" : "postgres" }]);
    if (minute % 30 === 0) await recorder.settled();
  }
  await recorder.end();
  await db.$disconnect();
}

test("cards are moved by keys and by the pointer, hidden and brought back, and stay so", async ({
  page,
  login,
  server,
}) => {
  await login({ permissions: ["sys_view"] });
  await page.goto(`${server.url}/system`);
  await expect(card(page, "CPU")).toBeVisible();
  const [first, second, third] = await namesOf(page);
  expect([first, second, third]).toEqual(["CPU", "Memory", "Network"]);
  const grip = page.getByRole("button", { name: /^Move CPU/ });
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await namesOf(page)).slice(0, 3)).toEqual(["Memory", "CPU", "Network"]);
  await expect(page.getByText(/^CPU: position 2 of \d+$/)).toBeAttached();
  await expect(grip).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await namesOf(page)).slice(0, 3)).toEqual(["Memory", "Network", "CPU"]);
  await card(page, "Memory").hover();
  await page.getByRole("button", { name: /^Move Memory/ }).dragTo(card(page, "CPU"));
  await expect.poll(async () => (await namesOf(page)).slice(0, 3)).toEqual(["Network", "CPU", "Memory"]);
  await card(page, "Network").getByRole("button", { name: "Options for Network" }).click();
  const saved = page.waitForResponse(/userInfo\/update/);
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await saved;
  await expect(card(page, "Network")).toHaveCount(0);
  // Without a right to files there is no way to them.
  await expect(card(page, "Storage").getByRole("button", { name: /^What uses the space/ })).toHaveCount(0);
  await page.reload();
  await expect.poll(async () => (await namesOf(page)).slice(0, 2)).toEqual(["CPU", "Memory"]);
  await page.getByRole("button", { name: "Cards" }).click();
  await page.getByRole("menuitemradio", { name: "Network" }).click();
  await expect.poll(async () => (await namesOf(page)).slice(0, 3)).toEqual(["Network", "CPU", "Memory"]);
  await page.getByRole("button", { name: "Cards" }).click();
  await page.getByRole("menuitem", { name: "Reset arrangement" }).click();
  await expect.poll(async () => (await namesOf(page)).slice(0, 3)).toEqual(["CPU", "Memory", "Network"]);
});

test("works on a phone, and leads from a full disk to what fills it", async ({ page, login, server }) => {
  await login();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.url}/system`);
  await expect(card(page, "CPU")).toBeVisible();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  expect(await violationsInThemes(page)).toEqual([]);
  await card(page, "Storage")
    .getByRole("button", { name: /^What uses the space/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("who may not see the machine gets neither page nor figures", async ({ page, login, server }) => {
  const session = await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/system`);
  await expect(page.getByText("View system status")).toBeVisible();
  await expect(card(page, "CPU")).toHaveCount(0);
  for (const { path: address } of Object.values(contracts.metrics))
    expect((await call(server, `${address}?from=1&to=2`, { session })).status).toBe(403);
});

test("Prometheus reads the figures by an API token, under the names of node_exporter", async ({ server, root }) => {
  const made = await call<{ token: string }>(server, contracts.user.createToken.path, {
    session: root,
    body: { name: "prometheus", auth_list: ["sys_view"], expires_at: null, password: root.password },
  });
  const headers = { authorization: `Bearer ${made.answer.data.token}` };
  const { status, headers: answered, text } = await call(server, "metrics", { headers });
  expect([status, answered.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect((await call(server, "metrics")).status).toBe(401);
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("# ")) {
      expect(line).toMatch(/^# (?:HELP \w+ \S|TYPE \w+ (?:counter|gauge)$)/);
      continue;
    }
    const [, name = "", value = ""] =
      /^([a-zA-Z_]\w*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})?) (\S+)$/.exec(line) ?? [];
    expect(Number.isFinite(Number(value)), line).toBe(true);
    expect(samples.has(name), line).toBe(false);
    samples.set(name, Number(value));
  }
  const total = Number(/^MemTotal:\s+(\d+)/.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024;
  expect(samples.get("node_memory_MemTotal_bytes")).toBe(total);
  const idle = Number(/^cpu0(?: \d+){3} (\d+)/m.exec(readFileSync("/proc/stat", "utf8"))?.[1]) / 100;
  const told = samples.get('node_cpu_seconds_total{cpu="0",mode="idle"}') ?? 0;
  expect(idle - told).toBeLessThan(30);
  expect(told).toBeGreaterThan(0);
  expect(
    [...samples.keys()].filter((name) => name.startsWith("node_network_receive_bytes_total")).length,
  ).toBeGreaterThan(0);
});

test("the history is bounded, and wants times that make sense", async ({ server, root }) => {
  const ask = (search: string) => call<{ steps: number }>(server, `sys/metrics/history?${search}`, { session: root });
  const { status, answer } = await ask(`from=0&to=${Date.now() * 2}&points=500`);
  expect([status, answer.data.steps]).toEqual([200, expect.any(Number)]);
  expect(answer.data.steps).toBeLessThanOrEqual(500);
  for (const wrong of ["from=5&to=5", "from=9&to=2", "from=a&to=b", "", "from=1&to=100000&points=100000"])
    expect((await ask(wrong)).status).toBe(400);
  const day = 86_400_000;
  expect((await call(server, `sys/metrics/behind?from=1&to=${2 * day}`, { session: root })).status).toBe(400);
});
