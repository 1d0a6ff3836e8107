import { appendFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { dock, setTerminals, shown, tabs } from "./support";

const size = { cols: 80, rows: 24 };

test("an administrator limits a role to commands; its user runs one, sees what it says as it says it, and gets nothing else", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const files = tempRoot({ own: { "log.txt": "first line\n", sub: {} }, "other.txt": "of others\n" });
  // The account has no more rights than anybody on this machine.
  for (let { dir } = files; dir !== tmpdir(); dir = path.dirname(dir)) chmodSync(dir, 0o755);
  const own = path.join(files.dir, "own");
  await setTerminals(server, root, { account: "nobody" });
  const user = await makeUser(server, root, { permissions: ["file_read", "terminal"], access: [own] });

  await login();
  await page.goto(`${server.url}/users/roles?edit=${user.roleId}`);
  await page.getByRole("switch", { name: "Only these commands" }).click();
  const line = page.getByRole("textbox", { name: "Program and arguments" });
  const add = page.getByRole("group", { name: "Permitted commands" }).last().getByRole("button", { name: "Add" });
  await line.fill("./run *");
  await add.click();
  await expect(page.getByText("Begin with the name of a program or an absolute path")).toBeVisible();
  await line.fill("cat ** *");
  await add.click();
  await expect(page.getByText("Close all quotes, and use ** only at the end")).toBeVisible();
  for (const command of ["tail -n 1 -f *.txt", "id -un"]) {
    await line.fill(command);
    await line.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: command })).toBeVisible();
  }
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("only 2 commands")).toBeVisible();

  const session = await signIn(server, user);
  await enter(page, server, session);
  await page.goto(`${server.url}/browse/${files.path}/own`);
  await page.getByRole("row", { name: /sub/ }).click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Run command here…" })).toBeVisible();
  for (const name of ["Open in terminal", "Insert path into terminal", "Quick commands…"])
    await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+Backquote");
  await expect(dock(page).getByText("Nothing is running")).toBeVisible();
  for (const name of ["New terminal", "Split right", "Follow folder", "Quick commands"])
    await expect(dock(page).getByRole("button", { name })).toHaveCount(0);
  await dock(page).getByRole("button", { name: "Run command…" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Run command" });
  await expect(dialog.getByText(/Runs in .*own/)).toBeVisible();
  const args = dialog.getByRole("textbox", { name: "Arguments" });
  await expect(args).toBeFocused();
  await expect(args).toHaveValue("-n 1 -f ");
  await args.fill("-n 1 -f ../other.txt");
  await expect(dialog.getByText("These arguments aren’t permitted")).toBeVisible();
  await args.fill("-n 1 -f 'log.txt");
  await expect(dialog.getByText("A quote isn’t closed")).toBeVisible();
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await args.fill("-n 1 -f log.txt");
  await args.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => shown(page)).toContain("first line");
  appendFileSync(path.join(own, "log.txt"), "second line\n");
  await expect.poll(() => shown(page)).toContain("second line");
  await expect(tabs(page)).toHaveText(["tail -n 1 -f log.txt"]);

  // It goes on over a reload, and ends by Ctrl-C; what is typed goes nowhere.
  await page.reload();
  await expect.poll(() => shown(page)).toContain("second line");
  await dock(page).getByRole("tabpanel").click();
  await page.keyboard.type("id\n");
  await page.keyboard.press("Control+C");
  await expect(dock(page).getByText(/program (?:exited|was stopped)/)).toBeVisible();
  expect(await shown(page)).not.toContain("uid=");

  const run = (program: string, ...args: string[]) =>
    call(server, "terminal/command", { session, body: { folder: `${files.path}/own`, program, args, ...size } });
  for (const [program, ...words] of [
    ["tail", "-n", "1", "-f", "/etc/passwd"],
    ["tail", "-n", "1", "-f", "../other.txt"],
    ["id", "-un", "-a"],
    ["bash"],
    ["/usr/bin/id", "-un"],
  ] as const) {
    const { status, answer } = await run(program, ...words);
    expect([program, status, answer.error]).toEqual([program, 403, "terminal/command-refused"]);
  }
  for (const program of ["./id", "../id", "-id", "id;id"]) expect((await run(program, "-un")).status).toBe(400);
  const shell = await call(server, "terminal", { session, body: size });
  expect([shell.status, shell.answer.error]).toEqual([403, "terminal/limited-to-commands"]);
  const quick = { id: "q", folder: `${files.path}/own`, paths: [] };
  const quickRun = await call(server, "terminal/quick/run", { session, body: quick });
  expect([quickRun.status, quickRun.answer.error]).toEqual([403, "terminal/limited-to-commands"]);
  await setTerminals(server, root, { account: "" });
});

test("commands of a role are changed by whoever may, and what is none is refused", async ({ server, root }) => {
  const name = `limited-${Date.now()}`;
  const grants = { access_dirs: [server.filesDir], only_read_dirs: [], not_access_dirs: [] };
  const manager = await signIn(
    server,
    await makeUser(server, root, { permissions: ["file_read", "role_manage", "terminal"] }),
  );
  await call(server, "user/confirm", { session: manager, body: { password: manager.password } });
  const create = (session: typeof root, commands: unknown) =>
    call<{ id: string }>(server, "user/roles", {
      session,
      body: { name: `${name}-${Math.random()}`, ...grants, auth_list: ["terminal"], commands },
    });
  const refused = await create(manager, [{ program: "ls", args: "" }]);
  expect([refused.status, refused.answer.error]).toEqual([403, "auth/forbidden"]);
  expect((await create(manager, null)).status).toBe(200);
  for (const command of [
    { program: "./ls", args: "" },
    { program: "/usr/../bin/ls", args: "" },
    { program: "ls", args: "'open" },
    { program: "ls", args: "** x" },
    { program: "ls\n", args: "" },
    { program: "ls" },
  ])
    expect([command, (await create(root, [command])).status]).toEqual([command, 400]);
  const many = Array.from({ length: 101 }, (_, index) => ({ program: "ls", args: String(index) }));
  expect((await create(root, many)).status).toBe(400);
  const made = await create(root, many.slice(1));
  const { answer } = await call<{ roles: { id: string; commands: unknown }[] }>(server, "user/roles", {
    session: root,
  });
  expect(answer.data.roles.find(({ id }) => id === made.answer.data.id)?.commands).toEqual(many.slice(1));
  const freed = await call(server, `user/roles/${made.answer.data.id}`, {
    method: "PUT",
    session: manager,
    body: { commands: null },
  });
  expect([freed.status, freed.answer.error]).toEqual([403, "auth/forbidden"]);
});
