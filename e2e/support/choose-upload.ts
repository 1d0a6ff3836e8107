import type { Page } from "@playwright/test";

type Chosen = string | string[] | { name: string; mimeType: string; buffer: Buffer }[];

/** Opens the menu of the file page's toolbar and chooses what is uploaded. */
export async function chooseUpload(page: Page, chosen: Chosen, what: "files" | "folder" = "files"): Promise<void> {
  await page.getByRole("toolbar", { name: "Folder tools" }).getByRole("button", { name: "Upload" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("menuitem", { name: `Upload ${what}` }).click(),
  ]);
  await chooser.setFiles(chosen);
}
