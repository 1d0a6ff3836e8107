import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";
import { dock, keepBusy, openDock, tabs } from "./support";

test("a tab is divided by keys and buttons, and each part has a shell and a size of its own", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  await login();
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  const panes = dock(page).getByRole("tabpanel");
  const textOf = (at: number) => panes.nth(at).innerText();
  const columns = async (at: number, name: string) => {
    await page.keyboard.type(`clear; echo ${name}-$(tput cols)\n`);
    await expect.poll(() => textOf(at)).toMatch(new RegExp(`^\\s*${name}-\\d+`));
    return Number(new RegExp(`${name}-(\\d+)`).exec(await textOf(at))?.[1]);
  };
  const whole = await columns(0, "whole");
  await page.keyboard.press("Control+Shift+D");
  await expect(panes).toHaveCount(2);
  await expect(tabs(page)).toHaveCount(1);
  await expect.poll(() => textOf(1)).toMatch(/[$#]/);
  // A quick shell is there before the pane has its size.
  await expect.poll(() => columns(1, "half")).toBeLessThan(whole * 0.6);
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await expect.poll(() => columns(0, "first")).toBeLessThan(whole * 0.6);
  const divider = dock(page).getByRole("separator", { name: "Resize panes" });
  await divider.press("ArrowRight");
  await expect(divider).not.toHaveAttribute("aria-valuenow", "50");
  await dock(page).getByRole("button", { name: "Split down" }).click();
  await expect(panes).toHaveCount(3);
  expect(await violationsInThemes(page, { within: "section[aria-label=Terminals]" })).toEqual([]);
  await page.reload();
  await expect(panes).toHaveCount(3);
  await expect(tabs(page)).toHaveCount(1);
  await dock(page).getByRole("button", { name: "Split right" }).click();
  await expect(panes).toHaveCount(4);
  await expect(dock(page).getByRole("button", { name: /^Split right – A tab has room/ })).toBeVisible();
  await expect.poll(() => textOf(3)).toMatch(/[$#]/);
  await panes.nth(3).click();
  await keepBusy(page, () => textOf(3));
  await dock(page)
    .getByRole("button", { name: /^End “/ })
    .last()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect(panes).toHaveCount(3);
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(panes).toHaveCount(1);
  await expect(tabs(page)).toHaveCount(3);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(tabs(page)).toHaveCount(1);
  await panes.nth(2).click();
  await keepBusy(page, () => textOf(2));
  await tabs(page).first().press("Delete");
  await page.getByRole("dialog", { name: "End 3 terminals?" }).getByRole("button", { name: "End" }).click();
  await expect(page.getByText("No terminals open")).toBeVisible();
});
