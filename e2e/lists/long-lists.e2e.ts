import type { Page } from "@playwright/test";
import { signIn, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import {
  fillRows,
  someHosts,
  someInvitations,
  someRoles,
  someShares,
  someTrash,
  someUsers,
} from "../support/fill-rows";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test as base } from "../support/test";

/** A server of their own: what other tests see must stay short. */
const test = base.extend<object, { server: Filedeck; session: Session }>({
  server: [
    async ({}, use) => {
      const empty = await startFiledeck();
      await empty.stop();
      await fillRows(empty, (rootId) => [
        someRoles(300),
        someUsers(2_000, 300),
        someInvitations(300, rootId),
        someShares(2_100, rootId),
        someTrash(1_200, rootId),
        someHosts(500, rootId),
      ]);
      const server = await startFiledeck({ workDir: empty.workDir });
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],
  session: [async ({ server }, use) => use(await signIn(server)), { scope: "worker" }],
});

const mostDrawn = 60;
const lineOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

async function open(page: Page, server: Filedeck, session: Session, address: string): Promise<void> {
  await enter(page, server, session);
  await page.goto(`${server.url}${address}`);
}

const tables = [
  { address: "/users", label: "Users", count: 2_001, first: "root", last: "user-01999" },
  { address: "/users/roles", label: "Roles", count: 300, first: "role-00000", last: "role-00299" },
  {
    address: "/users/invitations",
    label: "Invitations",
    count: 300,
    first: "invitation-00000",
    last: "invitation-00299",
  },
  { address: "/shares", label: "Shares", count: 2_000, first: "share-00000", last: "share-01999" },
  { address: "/ssh", label: "SSH hosts", count: 500, first: "host-00000", last: "host-00499" },
];

test("what is more than a list holds is said", async ({ page, server, session }) => {
  await open(page, server, session, "/shares");
  await expect(page.getByText("Only the newest 2,000 are listed.")).toBeVisible();
  await open(page, server, session, "/users/invitations");
  await expect(lineOf(page, "invitation-00000")).toBeVisible();
  await expect(page.getByText("Only the newest")).toBeHidden();
});

for (const { address, label, count, first, last } of tables)
  test(`${label}: what is in sight is drawn, End and Home lead to the last and the first row`, async ({
    page,
    server,
    session,
  }) => {
    await open(page, server, session, address);
    const table = page.getByRole("table", { name: label });
    await expect(lineOf(page, first)).toBeVisible();
    await expect(table).toHaveAttribute("aria-rowcount", String(count + 1));
    expect(await table.getByRole("row").count()).toBeLessThan(mostDrawn);
    await expect(lineOf(page, last)).toHaveCount(0);

    await lineOf(page, first).getByRole("button").last().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await expect(lineOf(page, last)).toBeInViewport({ ratio: 1 });
    await expect(lineOf(page, last)).toHaveAttribute("aria-rowindex", String(count + 1));
    await expect(lineOf(page, last).getByRole("button").last()).toBeFocused();
    expect(await table.getByRole("row").count()).toBeLessThan(mostDrawn);
    await page.keyboard.press("Home");
    await expect(lineOf(page, first)).toBeInViewport({ ratio: 1 });
    await expect(table.getByRole("columnheader").first()).toBeInViewport({ ratio: 1 });
  });

test("a long table is searched and sorted, and its head stays above the rows", async ({ page, server, session }) => {
  await open(page, server, session, "/users");
  const table = page.getByRole("table", { name: "Users" });
  const firstLine = table.getByRole("row").nth(1);
  const title = table.getByRole("columnheader", { name: "Username" });
  await title.getByRole("button").click();
  await title.getByRole("button").click();
  await expect(title).toHaveAttribute("aria-sort", "descending");
  await expect(firstLine).toContainText("user-01999");
  const lastSeen = table.getByRole("columnheader", { name: "Last active" });
  await lastSeen.getByRole("button").click();
  await expect(firstLine).toContainText("root");

  const before = await lastSeen.boundingBox();
  await page.getByLabel("Search users").fill("user-0123");
  await expect(table).toHaveAttribute("aria-rowcount", "11");
  await expect(page.getByText("10 matches")).toBeAttached();
  expect((await lastSeen.boundingBox())?.x).toBe(before?.x);
  await page.getByLabel("Search users").fill("nobody");
  await expect(page.getByText("No matching users")).toBeVisible();
  await page.getByLabel("Search users").fill("");
  await expect(table).toHaveAttribute("aria-rowcount", "2002");

  await firstLine.hover();
  await page.mouse.wheel(0, 20_000);
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(lineOf(page, "root")).toHaveCount(0);
});

test("the row with the focus keeps it while others are looked at", async ({ page, server, session }) => {
  await open(page, server, session, "/users");
  const link = page.getByRole("link", { name: "user-00003" });
  await link.focus();
  await page.getByRole("table", { name: "Users" }).getByRole("row").nth(3).hover();
  await page.mouse.wheel(0, 30_000);
  await expect(lineOf(page, "user-00670")).toHaveCount(1);
  await expect(link).toBeFocused();
  await expect(link).not.toBeInViewport();
});

test("on a phone the rows in sight are cards", async ({ page, server, session }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, server, session, "/users");
  await expect(page.getByRole("link", { name: "user-00001" })).toBeVisible();
  await page.getByRole("link", { name: "user-00001" }).focus();
  await page.keyboard.press("End");
  const last = page.getByRole("link", { name: "user-01999" });
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(last).toBeFocused();
  expect(await page.getByRole("link", { name: /^user-/ }).count()).toBeLessThan(mostDrawn);
  const { scrollWidth, clientWidth } = await page
    .getByRole("main")
    .evaluate(({ scrollWidth: whole, clientWidth: shown }) => ({ scrollWidth: whole, clientWidth: shown }));
  expect(scrollWidth).toBe(clientWidth);
});

test("on a phone, cards are put in another order by touch and by keys, and what is new is said", async ({
  page,
  server,
  session,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, server, session, "/users");
  const table = page.getByRole("table", { name: "Users" });
  const firstLine = table.getByRole("row").nth(1);
  const choice = page.getByRole("combobox", { name: "Sort by" });
  await expect(choice).toHaveValue("");
  await expect(page.getByRole("button", { name: "Reverse order" })).toBeHidden();
  const usual = await firstLine.innerText();
  // The titles are there for screen readers: nothing that cannot be seen gets the focus.
  await expect(table.getByRole("columnheader", { name: "Username" })).toBeAttached();
  await expect(table.getByRole("columnheader").getByRole("button")).toHaveCount(0);

  await choice.selectOption({ label: "Username" });
  await expect(table.getByRole("columnheader", { name: "Username" })).toHaveAttribute("aria-sort", "ascending");
  await expect(firstLine).toContainText("root");
  await expect(page.getByText("Username: ascending")).toBeAttached();
  await choice.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(firstLine).toContainText("user-01999");
  await expect(page.getByText("Username: descending")).toBeAttached();
  await expect(page.getByRole("button", { name: "Reverse order" })).toBeFocused();
  await choice.selectOption({ label: "Last active" });
  await expect(firstLine).toContainText("root");
  expect(await violationsInThemes(page)).toEqual([]);
  await choice.selectOption({ label: "Default order" });
  await expect.poll(() => firstLine.innerText()).toBe(usual);

  // With room for columns, their titles are what is pressed.
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(choice).toBeHidden();
  await expect(table.getByRole("columnheader", { name: "Username" }).getByRole("button")).toBeVisible();
});

for (const { address, label, by, last } of [
  { address: "/users/roles", label: "Roles", by: "Role name", last: "role-00299" },
  { address: "/users/invitations", label: "Invitations", by: "For", last: "invitation-00299" },
  { address: "/shares", label: "Shares", by: "Name", last: "share-01999" },
  { address: "/ssh", label: "SSH hosts", by: "Name", last: "host-00499" },
])
  test(`${label}: sorted on a phone`, async ({ page, server, session }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, server, session, address);
    const choice = page.getByRole("combobox", { name: "Sort by" });
    await choice.selectOption({ label: by });
    await page.getByRole("button", { name: "Reverse order" }).click();
    await expect(page.getByRole("table", { name: label }).getByRole("row").nth(1)).toContainText(last);
  });

test("the trash: rows come as they are needed, and a range goes from what was drawn to what was not", async ({
  page,
  server,
  session,
}) => {
  await open(page, server, session, "/trash");
  const grid = page.getByRole("grid", { name: "Trash" });
  await expect(grid).toHaveAttribute("aria-rowcount", "1201");
  expect(await grid.getByRole("row").count()).toBeLessThan(mostDrawn);
  await lineOf(page, "trashed-00000").click();
  await expect(async () => {
    await page.keyboard.press("Shift+End");
    await expect(lineOf(page, "trashed-01199")).toBeInViewport({ ratio: 0.9, timeout: 500 });
  }).toPass();
  await expect(lineOf(page, "trashed-01199")).toBeFocused();
  await expect(lineOf(page, "trashed-01199")).toHaveAttribute("aria-rowindex", "1201");
  await expect(page.getByRole("toolbar", { name: "1,200" })).toBeVisible();
  expect(await grid.getByRole("row").count()).toBeLessThan(mostDrawn);
});

test("hosts to run a command on: those in sight are drawn, and what is chosen stays so while one searches", async ({
  page,
  server,
  session,
}) => {
  await open(page, server, session, "/ssh");
  await page.getByRole("button", { name: "Run command" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "host-00001" }).check();
  expect(await dialog.getByRole("checkbox").count()).toBeLessThan(mostDrawn);
  await dialog.getByRole("searchbox").fill("00498");
  await dialog.getByRole("checkbox", { name: "host-00498" }).check();
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await expect(dialog.getByText("2 hosts selected")).toBeVisible();
  await dialog.getByRole("searchbox").fill("");
  await expect(dialog.getByRole("checkbox", { name: "host-00001" })).toBeChecked();
  await dialog.getByRole("checkbox", { name: "host-00001" }).hover();
  await page.mouse.wheel(0, 100_000);
  await expect(dialog.getByRole("checkbox", { name: "host-00498" })).toBeChecked();
  await expect(dialog.getByRole("listitem").last()).toHaveAttribute("aria-posinset", "500");
});
