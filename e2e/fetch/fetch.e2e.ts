import { readFileSync } from "node:fs";
import path from "node:path";
import { startOrigin } from "../support/start-origin";
import { expect, test } from "../support/test";

test("two addresses are downloaded into the open folder, and what fails says why", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({});
  const origin = await startOrigin((request, response) =>
    response.writeHead(request.url === "/gone.zip" ? 404 : 200).end("fine"),
  );
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Download from URL…" }).click();
  const dialog = page.getByRole("dialog", { name: "Download to server" });
  const addresses = dialog.getByLabel("URLs");
  await expect(addresses).toBeFocused();
  await addresses.fill("example.org/x");
  await expect(dialog.getByText("Not a valid http or https URL: example.org/x")).toBeVisible();
  await addresses.fill(`${origin.url}/fine.txt\n${origin.url}/gone.zip`);
  // A name and a sum are for one file.
  await expect(dialog.getByLabel("Expected checksum")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("grid").getByRole("row", { name: /fine\.txt/ })).toBeVisible();
  const tasks = page.getByRole("region", { name: "Tasks" });
  await expect(tasks.getByText("The file doesn’t exist on the remote server")).toBeVisible();
  expect(readFileSync(path.join(root.dir, "fine.txt"), "utf8")).toBe("fine");
  origin.close();
});

test("who may not let the server ask others is not offered it", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({});
  await login({ permissions: ["file_read", "filecat_file_context_update_upload_created_copy_decompression"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "New folder" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Download from URL…" })).toHaveCount(0);
});
