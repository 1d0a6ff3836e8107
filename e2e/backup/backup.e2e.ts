import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { expect, test } from "../support/test";

const run = promisify(execFile);
const passphrase = "correct horse battery staple";

test("backups are set up and made on the page, and one brings everything back", async ({
  page,
  server,
  root,
  login,
}) => {
  await call(server, "file/new/dir", { body: { path: "files/kept" }, session: root });
  const folder = path.join(server.filesDir, "kept");
  await login("root");
  await page.goto("settings?section=backup");
  const section = page.getByRole("region", { name: "Backups" });
  await section.getByRole("button", { name: "Choose…" }).click();
  const dialog = page.getByRole("dialog", { name: "Folder for backups" });
  await dialog.getByRole("treeitem", { name: "Files" }).click();
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("treeitem", { name: "kept" }).click();
  await dialog.getByRole("button", { name: "Choose" }).click();
  await section.getByRole("switch", { name: "Back up automatically" }).click();
  await section.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await section.getByLabel("Backups to keep").fill("1");
  expect(await violationsInThemes(page)).toEqual([]);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section).toContainText("No backups yet");
  await expect(section).toContainText("Next:");

  const files = () => readdirSync(folder);
  await section.getByRole("button", { name: "Back up now" }).click();
  await expect(section.getByRole("table")).toContainText("Encrypted");
  const [first = ""] = files();
  expect(files()).toHaveLength(1);
  expect(statSync(path.join(folder, first)).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(folder, first)).includes("SQLite")).toBe(false);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: `Download ${first}` }).click(),
  ]);
  expect(readFileSync(await download.path())).toEqual(readFileSync(path.join(folder, first)));
  await section.getByRole("button", { name: "Back up now" }).click();
  await expect.poll(() => files().join()).not.toBe(first);
  await expect.poll(() => files().length).toBe(1);
  // With the path of the newest one, as it is to be typed.
  const { answer } = await call<{ installation: string }>(server, "about/state", { session: root });
  const command =
    answer.data.installation === "image"
      ? "docker exec -it filedeck node dist/server.mjs restore"
      : `FILEDECK_DATA=${server.dataDir} npm run restore --`;
  await expect(section).toContainText(`${command} ${folder}/${files()[0]}`);
  await page.goto("about");
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("Last backed up on");
});

test("the schedule makes up for a run that was missed, and a failure reaches administrators", async () => {
  let server: Filedeck = await startFiledeck();
  try {
    const session = await signIn(server);
    const kept = await makeUser(server, session);
    await call(server, "file/new/dir", { body: { path: "files/kept" }, session });
    const folder = path.join(server.filesDir, "kept");
    const body = {
      on: true,
      folder: "files/kept",
      rhythm: "hours",
      days: [1],
      minute: 0,
      hours: 1,
      keep: 3,
      is_encrypted: true,
      passphrase,
    };
    expect((await call(server, "setting/backup", { body, session })).status).toBe(200);
    await server.stop();
    await setPlannedFrom(server, Date.now() - 5 * 3_600_000);
    server = await startFiledeck({ workDir: server.workDir });
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith(".sealed")).length).toBe(1);
    const again = await signIn(server);
    const messages = async () => (await call(server, "notify", { session: again })).text;
    await expect.poll(messages).toContain("backupLate");

    const [name = ""] = readdirSync(folder);
    const command = (args: string[]) =>
      run(process.execPath, ["dist/server.mjs", ...args], {
        env: { PATH: process.env["PATH"], NODE_ENV: "production", FILEDECK_DATA: server.dataDir },
      });
    await call(server, `user/users/${kept.id}`, { method: "DELETE", session: again });
    await server.stop();
    const restored = command(["restore", path.join(folder, name)]);
    restored.child.stdin?.end(`${passphrase}\n`);
    expect((await restored).stderr).toContain("is ready");
    await run("rm", ["-r", folder]);
    await setPlannedFrom(server, Date.now() - 5 * 3_600_000, "filedeck.db.restore");
    server = await startFiledeck({ workDir: server.workDir });
    await signIn(server, kept);
    const last = await signIn(server);
    await expect.poll(async () => (await call(server, "notify", { session: last })).text).toContain("backupFailed");
    expect(existsSync(folder)).toBe(false);
  } finally {
    await server.remove();
  }
});

/** Of the stored state: as if the schedule had been saved then. */
async function setPlannedFrom({ dataDir }: Filedeck, atMs: number, file = "filedeck.db"): Promise<void> {
  const { createClient } = await import("@libsql/client");
  const client = createClient({ url: `file:${path.join(dataDir, file)}` });
  try {
    const value = JSON.stringify({ planned_from: atMs, last: null, last_done_at: null });
    await client.execute({
      sql: 'INSERT INTO "Setting" ("key", "value") VALUES (?, ?) ON CONFLICT DO UPDATE SET "value" = excluded."value"',
      args: ["backupState", value],
    });
  } finally {
    client.close();
  }
}
