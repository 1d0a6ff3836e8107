import { expect, test } from "@playwright/test";
import { violationsInThemes } from "../support/axe";
import { startFiledeck } from "../support/start-filedeck";

test("axe finds nothing before the sign-in in any theme", async ({ page }) => {
  const fresh = await startFiledeck({ env: { FILEDECK_ADMIN_PASSWORD: "" } });
  const server = await startFiledeck();
  try {
    await page.goto(`${server.url}/login`);
    await page.getByLabel("Username").fill("nobody");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor();
    expect.soft(await violationsInThemes(page), "sign-in").toEqual([]);

    await page.goto(`${fresh.url}/`);
    await page.getByRole("heading", { name: "Set up Filedeck" }).waitFor();
    expect.soft(await violationsInThemes(page), "set-up").toEqual([]);
    await page.goto(/\S+\/setup\?token=(\S+)/.exec(fresh.output())?.[0] ?? "");
    await page.getByLabel("Username").fill("the captain");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("At least 8 characters").waitFor();
    expect.soft(await violationsInThemes(page), "first account").toEqual([]);

    await page.goto(`${server.url}/nothing/here`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await violationsInThemes(page), "not found").toEqual([]);
  } finally {
    await fresh.remove();
    await server.remove();
  }
});
