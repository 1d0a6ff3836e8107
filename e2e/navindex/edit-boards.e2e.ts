import type { Page } from "@playwright/test";
import { z } from "zod";
import type { Permission } from "@/lib/shared/permissions";
import { call, makeUser, signIn } from "../support/api-client";
import { readDatabase } from "../support/read-database";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

/** Of another server than the worker’s. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
let server: Filedeck;
test.beforeAll(async () => {
  server = await startFiledeck();
});
test.afterAll(() => server.remove());

const board = z.object({ items: z.array(z.looseObject({ title: z.string() })) });

/** What the database has of a board. */
async function stored(column: "userId" | "roleId", id: string) {
  const [row] = await readDatabase(server, `SELECT content FROM "NavBoard" WHERE "${column}" = ?`, id);
  if (row === undefined) return [];
  return board.parse(JSON.parse(z.string().parse(row["content"]))).items;
}
const link = (id: string, title: string) => ({
  id,
  kind: "link",
  title,
  url: `http://127.0.0.1:9/${id}`,
  icon: null,
  color: "blue",
});

async function enterWith(page: Page, items: readonly object[], permissions: readonly Permission[] = ["file_read"]) {
  const made = await makeUser(server, await signIn(server), { permissions });
  const user = await signIn(server, made);
  const saved = await call(server, "navindex/save", { session: user, body: { role_id: null, version: 0, items } });
  expect(saved.status).toBe(200);
  await enter(page, server, user);
  await page.goto(`${server.url}/start`);
  return made;
}

test("a link gets an icon and a color, is dragged to another’s place and into a folder", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const folder = { id: "f", kind: "folder", title: "Home", color: "gray", items: [] };
  const { id } = await enterWith(page, [link("a", "Wiki"), link("b", "Media"), folder]);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Actions for Wiki" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Wiki" });
  await dialog.getByRole("radio", { name: "Book", exact: true }).check({ force: true });
  await dialog.getByRole("radio", { name: "Teal", exact: true }).check({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await stored("userId", id))[0]).toMatchObject({ icon: "book", color: "teal" });

  const grip = (title: string) => page.getByRole("button", { name: `Move ${title} with the arrow keys` });
  await grip("Media").dragTo(page.getByRole("listitem").filter({ hasText: "Wiki" }));
  await expect
    .poll(async () => (await stored("userId", id)).map(({ title }) => title))
    .toEqual(["Media", "Wiki", "Home"]);
  await grip("Wiki").dragTo(page.getByRole("heading", { name: "Home" }));
  await expect.poll(async () => (await stored("userId", id)).map(({ title }) => title)).toEqual(["Media", "Home"]);
  expect((await stored("userId", id))[1]).toMatchObject({ items: [{ title: "Wiki", icon: "book" }] });
});

test("links and folders are deleted after a question that names what goes, and imported again", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const folder = { id: "f", kind: "folder", title: "Home", color: "gray", items: [link("c", "Inside")] };
  const { id } = await enterWith(page, [link("a", "Wiki"), folder]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const file = await (await downloading).path();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const askToDelete = async (title: string) => {
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  };
  await askToDelete("Wiki");
  const ofLink = page.getByRole("dialog", { name: "Delete the link Wiki?" });
  await expect(ofLink).toContainText("http://127.0.0.1:9/a");
  await ofLink.getByRole("button", { name: "Cancel" }).click();
  expect(await stored("userId", id)).toHaveLength(2);
  await askToDelete("Wiki");
  await ofLink.getByRole("button", { name: "Delete" }).click();
  await expect.poll(async () => (await stored("userId", id)).map(({ title }) => title)).toEqual(["Home"]);
  await askToDelete("Home");
  const ofFolder = page.getByRole("dialog", { name: "Delete the folder Home?" });
  await expect(ofFolder).toContainText("1 link in it goes with it.");
  await ofFolder.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => stored("userId", id)).toEqual([]);

  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Import…" }).click();
  await (await choosing).setFiles(file);
  await expect(page.getByText("2 links imported").first()).toBeVisible();
  await expect.poll(() => stored("userId", id)).toHaveLength(2);
  const [wiki, home] = await stored("userId", id);
  expect([wiki?.title, home]).toEqual([
    "Wiki",
    expect.objectContaining({ items: [expect.objectContaining({ title: "Inside" })] }),
  ]);
});

test("who may edit the boards of roles saves one", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const made = await enterWith(page, [], ["file_read", "net_site_tag_update"]);
  await page.getByRole("combobox", { name: "Boards" }).selectOption(made.roleId);
  await page.getByRole("button", { name: "Add link" }).click();
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:9/team");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Of the team");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: /^Of the team/ })).toBeVisible();
  await expect.poll(() => stored("roleId", made.roleId)).toMatchObject([{ title: "Of the team" }]);
  expect(await stored("userId", made.id)).toEqual([]);
});
