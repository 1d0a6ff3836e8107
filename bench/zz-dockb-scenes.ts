import type { Browser, Page } from "playwright-core";
import type { Dockerd } from "@/lib/server/process/dockerd-fixture";
import type { Filedeck } from "../e2e/support/start-filedeck";

type Scene = { browser: Browser; server: Filedeck; daemon: Dockerd; out: string };
export async function open(
  { browser, server }: Scene,
  size: { width: number; height: number },
  more: object = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale: "en-US", ...more });
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log("console:", m.text()));
  page.on("pageerror", (e) => console.log("pageerror:", e.message));
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Username").fill("root");
  await page.getByLabel("Password", { exact: true }).fill("correct-horse-battery");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.includes("login"));
  return page;
}
const wide = { width: 1360, height: 800 };
export const scenes: Record<string, (scene: Scene) => Promise<void>> = {
  async stacks(scene) {
    const { server, out } = scene;
    const page = await open(scene, wide);
    await page.goto(`${server.url}/containers/stacks`);
    await page.getByRole("row", { name: /^shop/ }).waitFor();
    await page.screenshot({ path: `${out}/stacks-1360.png` });
    await page.getByRole("row", { name: /^shop/ }).click();
    await page.locator(".monaco-editor").first().waitFor();
    await page.waitForTimeout(1000);
    await page.screenshot({ path: `${out}/stack-1360.png` });
    await page.getByRole("button", { name: "Deploy" }).click();
    await page.waitForTimeout(6000);
    await page.screenshot({ path: `${out}/stack-up-1360.png` });
    await page.locator(".monaco-editor").first().click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("servicess: x\n");
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${out}/stack-bad-1360.png` });
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${out}/stack-refused-1360.png` });
    for (const [width, height] of [
      [1800, 1000],
      [736, 900],
      [390, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/stack-${width}.png` });
    }
    page.on("dialog", (d) => void d.accept());
    await page.goto(`${server.url}/containers/stacks`);
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${out}/stacks-390.png` });
    await page.setViewportSize(wide);
    await page.getByRole("button", { name: "New stack" }).click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${out}/stack-new.png` });
    const dark = await open(scene, wide, { colorScheme: "dark" });
    await dark.goto(`${server.url}/containers/stacks/stack?name=shop`);
    await dark.locator(".monaco-editor").first().waitFor();
    await dark.waitForTimeout(1000);
    await dark.screenshot({ path: `${out}/stack-dark.png` });
  },
  async lists(scene) {
    const { server, daemon, out } = scene;
    await daemon.docker("volume", "create", "old-backup");
    await daemon.docker("volume", "create");
    await daemon.docker("network", "create", "--subnet", "10.219.1.0/24", "shop_back");
    const page = await open(scene, wide);
    for (const name of ["volumes", "networks"] as const) {
      await page.goto(`${server.url}/containers/${name}`);
      await page.getByRole("row").nth(2).waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/${name}-1360.png` });
      await page.getByRole("row", { name: name === "volumes" ? /^shopdata/ : /^bridge/ }).click();
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${out}/${name}-details.png` });
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Clean up…" }).click();
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${out}/${name}-prune.png` });
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: name === "volumes" ? "New volume" : "New network" }).click();
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/${name}-new.png` });
      await page.keyboard.press("Escape");
      await page.setViewportSize({ width: 390, height: 800 });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${out}/${name}-390.png` });
      await page.setViewportSize(wide);
    }
    await daemon.docker("network", "rm", "shop_back");
  },
};
