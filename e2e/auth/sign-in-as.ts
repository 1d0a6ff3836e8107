import type { Page } from "@playwright/test";
import type { Credentials } from "../support/api-client";

/** The first step of a sign-in on the screen. */
export async function signInAs(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
