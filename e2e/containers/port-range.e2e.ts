import { call } from "../support/api-client";
import { expect, test } from "../support/test";

test("the ports that users can have are a range that administrators choose", async ({ page, login, server }) => {
  const session = await login();
  const usual = await call<{ first: number; last: number }>(server, "setting/ports", { session });
  await page.goto(`${server.url}/settings#ports`);
  const form = page.getByRole("form", { name: "Port range for users" });
  await form.getByLabel("First port").fill("32000");
  await form.getByLabel("Last port").fill("31000");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("The last port is below the first");
  await form.getByLabel("Last port").fill("32099");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.reload();
  await expect(form.getByLabel("First port")).toHaveValue("32000");
  await expect(form.getByLabel("Last port")).toHaveValue("32099");
  await form.getByLabel("First port").fill(String(usual.answer.data.first));
  await form.getByLabel("Last port").fill(String(usual.answer.data.last));
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
});
