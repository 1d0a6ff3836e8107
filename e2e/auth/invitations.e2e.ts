import type { AuditEntry } from "@/lib/contracts/audit";
import { call } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

test("a link is made once on the screen; with it somebody makes their own account on a phone, in their language", async ({
  page,
  server,
  root,
  login,
  browser,
}) => {
  await login();
  await page.goto("users");
  await page.getByRole("link", { name: "Invitations" }).click();
  await expect(page.getByText("No invitations")).toBeVisible();
  await page.getByRole("link", { name: "New invitation" }).click();
  await page.getByLabel("Note").fill("For Anna");
  await page.getByLabel("Number of accounts").fill("2");
  await page.getByRole("button", { name: "Create link" }).click();
  const dialog = page.getByRole("dialog", { name: "Invitation link" });
  const link = await dialog.getByText(/\/invite#/).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /For Anna.*0 of 2/ })).toBeVisible();

  const context = await browser.newContext({ locale: "de-DE", viewport: { width: 390, height: 800 } });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByRole("heading", { name: "Konto erstellen" })).toBeVisible();
  await expect(phone.getByText(/root lädt Sie zu Filedeck ein/)).toBeVisible();
  expect(await violationsInThemes(phone)).toEqual([]);
  await phone.getByLabel("Benutzername").fill("anna");
  await phone.getByLabel("Passwort", { exact: true }).fill("anna-12345");
  await phone.getByLabel("Passwort bestätigen").fill("anna-12345");
  await phone.getByRole("button", { name: "Konto erstellen" }).click();
  await expect(phone.getByText("Wählen Sie ein längeres oder weniger gängiges Passwort")).toBeVisible();
  await phone.getByLabel("Passwort", { exact: true }).fill("grüne-wolken-im-mai-7");
  await phone.getByLabel("Passwort bestätigen").fill("grüne-wolken-im-mai-7");
  await phone.getByRole("button", { name: "Konto erstellen" }).click();
  await expect(phone).toHaveURL(/\/browse/);

  await page.reload();
  await expect(page.getByRole("row", { name: /For Anna.*1 of 2/ })).toBeVisible();
  await page.getByRole("button", { name: "Revoke invitation: For Anna" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No invitations")).toBeVisible();
  const late = await context.newPage();
  await late.goto(link);
  await expect(late.getByText(/abgelaufen, aufgebraucht oder widerrufen/)).toBeVisible();
  await context.close();

  const { answer } = await call<{ entries: AuditEntry[] }>(server, "audit/list?limit=200", { session: root });
  const done = answer.data.entries.map(({ username, action, target, outcome }) => [username, action, target, outcome]);
  expect(done).toContainEqual(["root", "POST user/invitations", "For Anna", "success"]);
  expect(done).toContainEqual(["anna", "POST user/invitation/accept", "anna (root)", "success"]);
  expect(done).toContainEqual(["anna", "POST user/invitation/accept", "anna", "user/password-weak"]);
  expect(JSON.stringify(done)).not.toContain(link.split("#")[1]);
});
