import type { Page } from "@playwright/test";
import type { Share } from "@/lib/contracts/share";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const markOf = (page: Page, name: RegExp) => rowOf(page, name).getByRole("img", { name: "Shared" });

test("what is shared is marked in the list as soon as it is, and no longer than that", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "a", "b.txt": "b", box: { "c.txt": "c" } });
  const session = await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).waitFor();
  await expect(page.getByRole("img", { name: "Shared" })).toHaveCount(0);
  const share = async (name: string) => {
    const body = { files: [`${root.path}/${name}`], mode: "download", title: "", note: "" };
    const limits = { expires_at: null, max_downloads: null };
    return (await call<Share>(server, "share/create", { session, body: { ...body, ...limits } })).answer.data;
  };
  const { id } = await share("a.txt");
  await expect(markOf(page, /a\.txt/)).toBeVisible();
  await expect(markOf(page, /b\.txt/)).toHaveCount(0);
  await share("box");
  await expect(markOf(page, /box/)).toBeVisible();
  await call(server, "file/rename", { session, body: { path: `${root.path}/a.txt`, newName: "z.txt" } });
  await expect(markOf(page, /z\.txt/)).toBeVisible();
  await page.getByRole("radio", { name: "Gallery" }).click();
  await expect(page.getByRole("gridcell", { name: "z.txt, Shared" })).toBeVisible();
  await page.getByRole("radio", { name: "List" }).click();
  await call(server, `share/${id}`, { session, method: "DELETE" });
  await expect(markOf(page, /z\.txt/)).toHaveCount(0);
  await expect(markOf(page, /box/)).toBeVisible();

  await login({ permissions: ["file_read"] });
  await page.reload();
  await rowOf(page, /z\.txt/).waitFor();
  await expect(page.getByRole("img", { name: "Shared" })).toHaveCount(0);
});
