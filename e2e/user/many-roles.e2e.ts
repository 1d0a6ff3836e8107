import type { User } from "@/lib/contracts/user";
import { randomId } from "@/lib/shared/units";
import { call, signIn } from "../support/api-client";
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

test("among many roles one is found by typing, in the form of a user and among the boards", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  const grants = { access_dirs: [], not_access_dirs: [], only_read_dirs: [], auth_list: ["file_read"] };
  for (let at = 1; at <= 20; at++)
    expect((await call(server, "user/roles", { session: root, body: { name: `Team ${at}`, ...grants } })).status).toBe(
      200,
    );
  await enter(page, server, root);
  const username = `mia-${randomId(6)}`;
  await page.goto(`${server.url}/users?new`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("a-good-password-1");
  const role = page.getByRole("combobox", { name: "Role" });
  await expect(role).toHaveValue("No role");
  await role.fill("team 17");
  await page.getByRole("option", { name: "Team 17" }).click();
  await expect(role).toHaveValue("Team 17");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("table", { name: "Users" })).toContainText(username);
  const { answer } = await call<{ users: User[] }>(server, "user/users", { session: root });
  const roleId = answer.data.users.find((user) => user.username === username)?.role_id ?? "";
  const [row] = await readDatabase(server, 'SELECT name FROM "Role" WHERE id = ?', roleId);
  expect(row?.["name"]).toBe("Team 17");

  await page.goto(`${server.url}/start`);
  const boards = page.getByRole("combobox", { name: "Boards" });
  await boards.fill("team 9");
  await page.getByRole("option", { name: "Team 9" }).click();
  await expect(boards).toHaveValue("Team 9");
  await page.getByRole("button", { name: "Add link" }).click();
  const dialog = page.getByRole("dialog", { name: "New link" });
  await dialog.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:9/");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Of nine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: /^Of nine/ })).toBeVisible();
  const select = 'SELECT content FROM "NavBoard" JOIN "Role" ON "Role".id = "roleId" WHERE name = ?';
  const contentOf = async () => (await readDatabase(server, select, "Team 9"))[0]?.["content"] ?? "";
  // It is on the screen before it is stored.
  await expect.poll(contentOf).toContain("Of nine");
});
