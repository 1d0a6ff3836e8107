import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "../support/test";

/** Or why there can be none here. */
function trySetAcl(...args: string[]): string | null {
  try {
    execFileSync("setfacl", args, { stdio: "pipe" });
    execFileSync("getfattr", ["--version"], { stdio: "pipe" });
    return null;
  } catch (error) {
    return String(error);
  }
}

test("an access list is shown with names and numbers, and what the mask takes away", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ box: {}, "plain.txt": "p" });
  const box = path.join(root.dir, "box");
  const problem = trySetAcl("-m", "u:12345:rwx,g:0:rx,m::rx,d:u:daemon:r", box);
  test.skip(problem !== null, problem ?? "");
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("grid").getByRole("row", { name: /box/ }).click();
  await page.keyboard.press("Alt+Enter");
  const acl = page.getByRole("region", { name: "Access control list (ACL)" });
  await expect(acl.getByRole("row", { name: "User 12345" })).toContainText("rwxeffective: r-x");
  await expect(acl.getByRole("row", { name: "Group root" })).toContainText("r-x");
  await expect(acl.getByText("The group permissions act as a mask")).toBeVisible();
  await expect(
    acl.getByRole("table", { name: "Defaults for new items" }).getByRole("row", { name: "User daemon" }),
  ).toContainText("r--");
  await page.keyboard.press("Escape");
  await page.getByRole("grid").getByRole("row", { name: /plain/ }).click();
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByText("Size on disk")).toBeVisible();
  await expect(acl).toHaveCount(0);
});
