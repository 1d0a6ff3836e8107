import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

let daemon: Dockerd;
let server: Filedeck;

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

test("a log is followed, searched, and shown further back", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const script =
    "i=0; while [ $i -lt 1500 ]; do i=$((i+1)); echo entry-$i; done; printf '\\033[31mred\\033[0m\\n'; sleep 3; echo late; sleep 100";
  await daemon.docker("run", "-d", "--name", "writer", "box", "/bin/sh", "-c", script);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await page.getByRole("row", { name: /^writer/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Logs", exact: true }).click();
  const log = page.getByRole("log");
  await expect(log).toContainText("red");
  await expect(log).not.toContainText("[31m");
  await expect(log).toContainText("late");
  expect(await violationsInThemes(page)).toEqual([]);
  const search = page.getByRole("searchbox", { name: "Search the log" });
  await search.fill("entry-600");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 1")).toBeVisible();
  await expect(log.getByText("entry-600")).toBeVisible();
  await search.fill("");
  await log.evaluate((element) => (element.scrollTop = 0));
  await page.getByRole("button", { name: "Show earlier lines" }).click();
  // What arrives above leaves the lines that are seen where they are.
  await expect(async () => {
    await log.evaluate((element) => (element.scrollTop = 0));
    expect(await log.textContent()).toMatch(/entry-1(?!\d)/);
  }).toPass({ timeout: 15_000 });
});

test("a log is searched further back than it was loaded, and says how far", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const script = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); echo entry-$i-; done";
  await daemon.docker("run", "--name", "long", "box", "/bin/sh", "-c", script);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/log?id=long`);
  const log = page.getByRole("log");
  await expect(log).toContainText("entry-30000-");
  const search = page.getByRole("searchbox", { name: "Search the log" });
  await search.fill("entry-15000-");
  await expect(page.getByText("1 line", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^The last 1\d,000 lines searched, back to/)).toBeVisible();
  await search.press("Enter");
  await expect(log.getByText("entry-15000-")).toBeVisible();
  await search.fill("entry-7-");
  await expect(page.getByText(/^The last 2\d,000 lines searched, back to/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Search earlier lines" }).click();
  await expect(page.getByText("1 line", { exact: true })).toBeVisible({ timeout: 20_000 });
  await search.press("Enter");
  await expect(log.getByText("entry-7-")).toBeVisible();
  await search.fill("entry-0-");
  await expect(page.getByText("All 30,000 lines searched")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("0 lines", { exact: true })).toBeVisible();
});

test("a log is searched by a regular expression, shown for a time, and no longer followed", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const script = "echo early-1; echo early-22; sleep 3; echo late; while :; do sleep 1; echo more; done";
  await daemon.docker("run", "-d", "--name", "timed", "--stop-signal", "KILL", "box", "/bin/sh", "-c", script);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/log?id=timed`);
  const log = page.getByRole("log");
  await expect(log).toContainText("more");
  await page.getByRole("checkbox", { name: "Follow" }).uncheck();
  const lines = await log.getByText("more").count();
  // Five more are written meanwhile.
  const written = async () => (await daemon.docker("logs", "timed")).match(/more/g)?.length ?? 0;
  const before = await written();
  await expect.poll(written).toBeGreaterThan(before + 4);
  expect(await log.getByText("more").count()).toBeLessThanOrEqual(lines + 1);

  const search = page.getByRole("searchbox", { name: "Search the log" });
  await search.fill("early-\\d\\d");
  await expect(page.getByText("0 lines", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await expect(page.getByText("1 line", { exact: true })).toBeVisible();
  await search.fill("(");
  await expect(page.getByText("Not a regular expression")).toBeVisible();
  await search.fill("");

  const [, at = ""] = /^(\S+) late/m.exec(await daemon.docker("logs", "-t", "timed")) ?? [];
  // As the field has it: in the browser's own time.
  const until = await page.evaluate(
    (ms) => {
      const date = new Date(ms - new Date().getTimezoneOffset() * 60_000);
      return date.toISOString().slice(0, 19);
    },
    Date.parse(at) - 1_000,
  );
  await page.getByRole("combobox", { name: "Time", exact: true }).selectOption("From … to …");
  await page.getByLabel("To", { exact: true }).fill(until);
  await expect(log).toContainText("early-22");
  await expect(log).not.toContainText("late");
});

for (const width of [390, 736])
  test(`at ${width} px the tools of a log are all in sight, and none lies on another`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(elsewhere);
    await daemon.docker("run", "-d", "--name", `narrow-${width}`, "box", "/bin/sh", "-c", "echo here; sleep 1000");
    await page.setViewportSize({ width, height: 800 });
    await enter(page, server, await signIn(server));
    await page.goto(`${server.url}/containers/log?id=narrow-${width}`);
    await expect(page.getByRole("log")).toContainText("here");
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    const tools = [
      page.getByRole("searchbox", { name: "Search the log" }),
      ...["Regular expression", /^Previous/, /^Next/, "Show in a terminal", "Download"].map(button),
      page.getByRole("combobox", { name: "Time", exact: true }),
      ...["Follow", "Times", "Wrap"].map((name) => page.getByText(name, { exact: true })),
    ];
    const boxes = await Promise.all(
      tools.map(async (tool) => {
        await expect(tool).toBeInViewport({ ratio: 1 });
        return (await tool.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      }),
    );
    for (const [index, one] of boxes.entries()) {
      expect.soft([index, one.height >= 44, one.width >= 44]).toEqual([index, true, true]);
      for (const other of boxes.slice(index + 1)) {
        const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
        expect.soft(isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
      }
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
