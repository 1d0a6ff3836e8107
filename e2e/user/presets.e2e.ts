import { randomId } from "@/lib/shared/units";
import { readDatabase } from "../support/read-database";
import { expect, test } from "../support/test";

test("a preset gives a role what it says, and another one takes its place", async ({ page, login, server }) => {
  await login();
  const name = `Presets ${randomId(6)}`;
  await page.goto(`${server.url}/users/roles?new`);
  await page.getByRole("textbox", { name: "Role name" }).fill(name);
  const presets = page.getByRole("group", { name: "Presets" });
  const press = async (preset: string) => {
    await presets.getByRole("button", { name: preset, exact: true }).click();
    await expect(presets.getByRole("button", { name: preset, exact: true })).toHaveAttribute("aria-pressed", "true");
  };
  await press("Operator");
  await press("Editing");
  await press("Uploads");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("table", { name: "Roles" })).toContainText(name);
  const stored = async () => {
    const [row] = await readDatabase(
      server,
      `SELECT grants ->> '$.auth_list' AS list FROM "Role" WHERE name = ?`,
      name,
    );
    return row?.["list"];
  };
  const uploads = ["file_read", "filecat_file_context_update_upload_created_copy_decompression"];
  expect(await stored()).toBe(JSON.stringify(uploads));

  await page.getByRole("link", { name, exact: true }).click();
  await expect(presets.getByRole("button", { name: "Uploads" })).toHaveAttribute("aria-pressed", "true");
  await press("Read-only");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(stored).toBe(JSON.stringify(["file_read"]));
});
