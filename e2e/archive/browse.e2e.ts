import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { samples } from "@/lib/server/archive/archive-samples";
import { call, makeUser, signIn } from "../support/api-client";
import { expect, test } from "../support/test";

test("an archive is opened, looked into and partly unpacked, without unpacking the rest", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({
    elsewhere: {},
    src: { docs: { "read me.txt": "In the middle of it.", "b.txt": "b" }, "top.txt": "top" },
  });
  execFileSync("python3", ["-m", "zipfile", "-c", path.join(root.dir, "all.zip"), path.join(root.dir, "src")]);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page
    .getByRole("grid")
    .getByRole("row", { name: /all\.zip/ })
    .dblclick();
  const viewer = page.getByRole("dialog", { name: "all.zip" });
  const table = viewer.getByRole("table", { name: "Archive contents" });
  await table.getByRole("button", { name: "src" }).click();
  await expect(table.getByRole("row", { name: /top\.txt/ })).toContainText("3 B");
  await table.getByRole("button", { name: "docs" }).click();
  await viewer.getByRole("searchbox").fill("read");
  await expect(table.getByRole("row")).toHaveCount(2);
  await table.getByRole("button", { name: "read me.txt", exact: true }).click();
  const text = page.getByRole("dialog", { name: "read me.txt" });
  await expect(text.getByText("In the middle of it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(text).toHaveCount(0);
  const download = page.waitForEvent("download");
  await table.getByRole("button", { name: "Download “read me.txt”" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe("In the middle of it.");
  await table.getByRole("checkbox", { name: "Select “read me.txt”" }).check();
  await viewer.getByRole("button", { name: "Extract to…" }).click();
  const chooser = page.getByRole("dialog", { name: "Extract 1 item to" });
  await chooser.getByRole("treeitem", { name: "elsewhere", exact: true }).click();
  await chooser.getByRole("button", { name: "Extract here" }).click();
  await expect.poll(() => existsSync(path.join(root.dir, "elsewhere/src/docs/read me.txt"))).toBe(true);
  expect(existsSync(path.join(root.dir, "elsewhere/src/docs/b.txt"))).toBe(false);
  await table.getByRole("checkbox", { name: "Select “read me.txt”" }).check();
  await viewer.getByRole("button", { name: "Extract", exact: true }).click();
  // The one folder of the part needs none around it; its name is taken.
  const unpacked = path.join(root.dir, "src (2)/docs");
  await expect.poll(() => existsSync(path.join(unpacked, "read me.txt"))).toBe(true);
  expect(existsSync(path.join(unpacked, "b.txt"))).toBe(false);
  await viewer.getByRole("navigation", { name: "Path in archive" }).getByRole("button", { name: "src" }).click();
  await expect(table.getByRole("row", { name: /top\.txt/ })).toBeVisible();
});

test("names that are encrypted need the password; names of old zips are read as chosen", async ({
  page,
  login,
  expectConsole,
  server,
  tempRoot,
}) => {
  const root = tempRoot({});
  writeFileSync(path.join(root.dir, "closed.7z"), samples["names.7z"]);
  execFileSync("python3", ["-c", oldZip, path.join(root.dir, "old.zip")]);
  expectConsole(/status of 422/);
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=closed.7z`);
  const viewer = page.getByRole("dialog", { name: "closed.7z" });
  await viewer.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(viewer.getByText("Incorrect archive password")).toBeVisible();
  await viewer.getByRole("textbox", { name: "Password" }).fill("secret");
  await page.keyboard.press("Enter");
  await viewer.getByRole("button", { name: /^ok\.txt/ }).click();
  await expect(page.getByRole("dialog", { name: "ok.txt" }).getByText("fine")).toBeVisible();

  await page.goto(`${server.url}/browse/${root.path}?open=old.zip`);
  const old = page.getByRole("dialog", { name: "old.zip" });
  await old.getByLabel("Name encoding").selectOption("Shift-JIS");
  await expect(old.getByRole("button", { name: "日本.txt", exact: true })).toBeVisible();
  await old.getByRole("button", { name: "Extract all" }).click();
  await expect.poll(() => existsSync(path.join(root.dir, "日本.txt"))).toBe(true);
});

const oldZip = `
import sys, zipfile
name = "\\u65e5\\u672c.txt".encode("shift_jis")
z = zipfile.ZipFile(sys.argv[1], "w"); z.writestr("X" * len(name), "x"); z.close()
b = open(sys.argv[1], "rb").read().replace(b"X" * len(name), name); open(sys.argv[1], "wb").write(b)`;

test("whoever may read sees what is in an archive and unpacks nothing; nobody uses another's open archive", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ mine: {}, closed: {} });
  for (const folder of ["mine", "closed"]) writeFileSync(path.join(dir, folder, "c.7z"), samples["content.7z"]);
  const reader = { permissions: ["file_read"], access: [], readOnly: [path.join(dir, "mine")] } as const;
  const [mia, tom] = [await makeUser(server, root, reader), await makeUser(server, root, reader)];
  const [one, other] = [await signIn(server, mia), await signIn(server, tom)];
  const list = (name: string, session = one) =>
    call(server, "file/archive/list", { session, body: { path: `${base}/${name}`, password: "secret" } });
  const listed = await list("mine/c.7z");
  expect(listed.text).toContain('"path":"box/in.txt"');
  const { open } = JSON.parse(listed.text.split("\n")[0] ?? "");
  const number = listed.text
    .split("\n")
    .flatMap((line) => (line.startsWith('{"type":"entries"') ? JSON.parse(line).entries : []))
    .findIndex((entry: { path: string }) => entry.path === "box/in.txt");
  const entry = `file/archive/entry?file=${base}/mine/c.7z&entry=${number}&inline=1`;
  const got = await call(server, `${entry}&open=${open}`, { session: one });
  expect([got.status, got.text]).toEqual([200, "deep"]);
  expect(got.headers.get("content-security-policy")).toContain("sandbox");
  expect(got.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await call(server, entry, { session: one })).answer.error).toBe("archive/password");
  expect((await call(server, `${entry}&open=${open}`, { session: other })).answer.error).toBe("archive/forgotten");
  expect((await list("closed/c.7z")).status).toBe(404);
  const body = { path: `${base}/mine/c.7z`, to: `${base}/mine`, password: "secret" };
  expect((await call(server, "file/uncompress", { session: one, body })).status).toBe(403);
});
