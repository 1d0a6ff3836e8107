import { existsSync } from "node:fs";
import path from "node:path";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

test("own protected paths hold for oneself, until they are taken back, and not for others", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const folder = tempRoot({ sub: { "keep.txt": "k", "other.txt": "o" } });
  const rights = { permissions: ["file_read", "filecat_file_delete_cut_rename"], access: [folder.dir] } as const;
  const session = await login(rights);
  await page.goto(`${server.url}/account`);
  const section = page.getByRole("form", { name: "My protected paths" });
  await section.getByLabel("Path or pattern").fill("nowhere");
  await section.getByRole("button", { name: "Add" }).click();
  await expect(section.getByText("This isn’t a path in one of your locations")).toBeVisible();
  await section.getByLabel("Path or pattern").fill(`/${folder.path}/sub/keep.txt`);
  await section.getByRole("button", { name: "Add" }).click();
  await section.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByTestId("toast")).toHaveText("Saved");
  const remove = (name: string, who = session) =>
    call(server, `file/${folder.path}/sub${name}`, { method: "DELETE", session: who });
  const kept = await remove("/keep.txt");
  expect([kept.status, kept.answer.code, kept.answer.error]).toEqual([423, 6, "file/protected"]);
  expect((await remove("/other.txt")).status).toBe(200);
  expect((await remove("")).answer.error).toBe("file/protected");
  expect((await remove("/keep.txt", root)).status).toBe(200);
  await expect.poll(() => existsSync(path.join(folder.dir, "sub/keep.txt"))).toBe(false);
});
