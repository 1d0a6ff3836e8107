import type { Page } from "@playwright/test";
import type { TerminalSetting } from "@/lib/contracts/terminal";
import { call, type Session } from "../support/api-client";
import type { Filedeck } from "../support/start-filedeck";
import { expect } from "../support/test";

/** Changes the settings of terminals; the others stay. */
export async function setTerminals(
  server: Pick<Filedeck, "url">,
  session: Session,
  change: Partial<TerminalSetting>,
): Promise<void> {
  const { answer } = await call<TerminalSetting>(server, "setting/terminal", { session });
  const { status, text } = await call(server, "setting/terminal", { session, body: { ...answer.data, ...change } });
  expect(status, text).toBe(200);
}

export const dock = (page: Page) => page.getByRole("region", { name: "Terminals" });
/** What the screen shows, line by line. */
const screen = (page: Page) => dock(page).getByRole("tabpanel").getByRole("list").or(page.locator(".xterm-rows"));
export const shown = (page: Page) => screen(page).innerText();
export const tabs = (page: Page) => dock(page).getByRole("tab");

export async function openDock(page: Page): Promise<void> {
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("Control+Backquote");
  await expect(tabs(page)).not.toHaveCount(0);
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
}

/** Something goes on in the terminal that has the focus; ending it takes a question. */
export async function keepBusy(page: Page, screenText: () => Promise<string> = () => shown(page)): Promise<void> {
  await page.keyboard.type("echo busy-$((40+2)); sleep 600\n");
  await expect.poll(screenText).toContain("busy-42");
}

export async function endAll(page: Page): Promise<void> {
  while ((await tabs(page).count()) > 0) {
    const before = await tabs(page).count();
    await tabs(page).first().click({ button: "middle" });
    const confirm = page.getByRole("dialog").getByRole("button", { name: "End" });
    // A shell that has not come to its prompt yet is busy.
    await expect
      .poll(async () => {
        if (await confirm.isVisible()) await confirm.click();
        return tabs(page).count();
      })
      .toBe(before - 1);
  }
}
