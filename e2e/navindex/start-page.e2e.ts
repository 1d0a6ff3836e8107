import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
let server: Filedeck;
let site: Server;
let address = "";

test.beforeAll(async () => {
  site = createServer((_, res) => res.end("hello")).listen(0, "127.0.0.1");
  await new Promise((resolve) => site.once("listening", resolve));
  address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startFiledeck();
});
test.afterAll(async () => {
  site.close();
  await server.remove();
});

const addLink = async (page: Page, url: string, title: string) => {
  await page.getByRole("button", { name: "Add link" }).click();
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByRole("textbox", { name: "Address" }).fill(url);
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
};
const titles = (page: Page) => page.getByRole("main").getByRole("listitem").allInnerTexts();

test("links are added, ordered by keys and into folders, searched, exported, and say whether they answer", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/start`);
  await expect(page.getByText("No links yet")).toBeVisible();

  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter an address with http or https")).toBeVisible();
  await page.keyboard.press("Escape");

  await addLink(page, address, "Wiki");
  await addLink(page, "http://127.0.0.1:9", "Nothing");
  const wiki = page.getByRole("link", { name: /^Wiki/ });
  await expect(wiki).toHaveAttribute("href", `http://${address}/`);
  await expect(wiki).toHaveAttribute("rel", /noopener/);
  await expect(page.getByRole("img", { name: /^Answers in/ })).toBeVisible();
  await expect(page.getByRole("img", { name: "Doesn’t answer" })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Move Nothing with the arrow keys" }).press("ArrowLeft");
  await expect.poll(async () => (await titles(page)).map((text) => text.split("\n")[1])).toEqual(["Nothing", "Wiki"]);
  await page.getByRole("button", { name: "Add folder" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Home");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Actions for Wiki" }).click();
  await page.getByRole("menuitem", { name: "Move to “Home”" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "Home" }).getByRole("link", { name: /^Wiki/ })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("region", { name: "Home" }).getByRole("link", { name: /^Wiki/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Title or address" }).fill("wik");
  await expect(page.getByRole("link", { name: /^Nothing/ })).toBeHidden();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  expect((await downloading).suggestedFilename()).toBe("start-page.json");
});

test("a long title and a long address stay within their cards at any width, in both directions", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  const made = await makeUser(server, root, { permissions: ["file_read"] });
  const user = await signIn(server, made);
  const common = { kind: "link", icon: null, color: "blue" } as const;
  const items = [
    { ...common, id: "a", title: "W".repeat(100), url: `http://${"long-".repeat(12)}host.example.${"a".repeat(60)}/` },
    { ...common, id: "b", title: "Wiki", url: `http://${address}/` },
    {
      id: "f",
      kind: "folder",
      title: "F".repeat(100),
      color: "gray",
      items: [{ ...common, id: "c", title: "C".repeat(100), url: "http://c.example/" }],
    },
  ];
  const saved = await call(server, "navindex/save", { session: user, body: { role_id: null, version: 0, items } });
  expect(saved.status).toBe(200);
  await enter(page, server, user);
  for (const rtl of [false, true]) {
    await call(server, "user/userInfo/update", { session: user, body: { rtl } });
    for (const width of [390, 736, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${server.url}/start`);
      await expect(page.getByRole("link", { name: /^Wiki/ })).toBeVisible();
      const boxes = await Promise.all(
        (await page.getByRole("main").getByRole("listitem").all()).map((one) => one.boundingBox()),
      );
      expect(boxes).toHaveLength(3);
      for (const box of boxes) {
        expect.soft(box?.x).toBeGreaterThanOrEqual(0);
        expect.soft((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
      // Its words begin beside its icon, and the first of them is in sight.
      const words = await page.getByText("W".repeat(100)).boundingBox();
      expect.soft((words?.x ?? -1) >= 0 && (words?.x ?? 0) + (words?.width ?? 0) <= width).toBe(true);
    }
  }
});

test("a role's board is shown to its users, who cannot change it", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  const made = await makeUser(server, root, { permissions: ["file_read"] });
  const user = await signIn(server, made);
  const link = {
    id: "one",
    kind: "link",
    title: "Intranet",
    url: "http://intranet.example/",
    icon: "home",
    color: "teal",
  };
  const body = { role_id: made.roleId, version: 0, items: [link] };
  expect((await call(server, "navindex/save", { session: user, body })).status).toBe(403);
  expect((await call(server, "navindex/save", { session: root, body })).status).toBe(200);
  await enter(page, server, user);
  await page.goto(`${server.url}/start`);
  await page.getByRole("combobox", { name: "Boards" }).selectOption(made.roleId);
  await expect(page.getByRole("link", { name: /^Intranet/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add link" })).toBeHidden();
});
