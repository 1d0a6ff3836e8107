import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AccessCheck } from "@/lib/contracts/rights";
import type { Role } from "@/lib/contracts/user";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const noSshd = whyNoSshd();

test.describe("folders of a host in the lists of a role", () => {
  test.skip(noSshd !== null, noSshd ?? "");
  let sshd: Sshd;
  let folder: string;
  test.beforeAll(async () => {
    sshd = await startSshd();
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "remote-")));
    for (const name of ["docs", "docs/secret", "books", "other"]) {
      mkdirSync(path.join(folder, name));
      writeFileSync(path.join(folder, name, "a.txt"), name);
    }
  });
  test.afterEach(async ({ server, root }) => {
    const { answer } = await call<{ hosts: { id: string }[] }>(server, "ssh/hosts", { session: root });
    for (const { id } of answer.data.hosts) await call(server, `ssh/hosts/${id}`, { session: root, method: "DELETE" });
  });
  test.afterAll(async () => {
    await sshd.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("are chosen there, hold for every call, and are explained", async ({
    page,
    login,
    server,
    root,
    expectConsole,
  }) => {
    expectConsole(/409 \(Conflict\)/);
    const made = await makeUser(server, root, {
      permissions: [
        "ssh_proxy",
        "lan_access",
        "terminal",
        "file_read",
        "filecat_file_context_update_upload_created_copy_decompression",
        "filecat_file_delete_cut_rename",
      ],
    });
    const rootSession = await login();
    const key = await call<{ key: { id: string } }>(server, "crypto/keys/import", {
      session: root,
      body: { name: "folders", text: sshd.privateKey },
    });
    const host = await call<{ id: string }>(server, "ssh/hosts", {
      session: root,
      body: {
        name: "Depot",
        address: "127.0.0.1",
        port: sshd.port,
        username: sshd.user,
        auth: "key",
        key_id: key.answer.data.key.id,
        start_folder: folder,
        is_place: true,
        role_ids: [made.roleId],
      },
    });
    expect(host.status, host.text).toBe(200);
    const volume = `sftp:${host.answer.data.id}`;
    const at = (name: string) => `${volume}${folder}/${name}`;

    await page.goto(`${server.url}/users/roles?edit=${made.roleId}`);
    const writable = page.getByRole("group", { name: "Read and write" });
    await writable.getByRole("button", { name: "Choose a folder for “Read and write”" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose a folder for “Read and write”" });
    await dialog.getByRole("button", { name: /^Depot/ }).click();
    await expect(dialog.getByText("Connect to see the folders on Depot.")).toBeVisible();
    expect(await violationsInThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("button", { name: "Trust and connect" }).click();
    await dialog.getByRole("button", { name: "docs" }).click();
    await expect(dialog.getByText(`Depot:${folder}/docs`)).toBeVisible();
    await dialog.getByRole("button", { name: "Use this folder" }).click();
    await expect(writable.getByRole("listitem").filter({ hasText: `Depot:${folder}/docs` })).toBeVisible();
    const typed = page.getByLabel("Add to “Denied”");
    await typed.fill(at("nothing"));
    await typed.press("Enter");
    await expect(page.getByRole("group", { name: "Denied" }).getByText("Doesn’t exist right now")).toBeVisible();
    await page.getByRole("button", { name: `Remove Depot:${folder}/nothing` }).click();
    await typed.fill(at("docs/secret"));
    await typed.press("Enter");
    await page.getByLabel("Add to “Read-only”").fill(at("books"));
    await page.getByLabel("Add to “Read-only”").press("Enter");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("group", { name: "Read and write" })).toHaveCount(0);
    const { answer } = await call<{ roles: Role[] }>(server, "user/roles", { session: root });
    const role = answer.data.roles.find(({ id }) => id === made.roleId);
    expect([role?.access_dirs, role?.only_read_dirs, role?.not_access_dirs]).toEqual([
      [server.filesDir, at("docs")],
      [at("books")],
      [at("docs/secret")],
    ]);

    const session = await signIn(server, made);
    const ask = (route: string, body?: object, method?: string) =>
      call(server, route, {
        session,
        ...(body === undefined ? {} : { body }),
        ...(method === undefined ? {} : { method }),
      });
    const names = async (route: string) => {
      const { status, text } = await ask(route);
      return status === 200
        ? [...text.matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name).toSorted((a, b) => a.localeCompare(b))
        : status;
    };
    expect(await names("file/depot")).toEqual(["books", "docs"]);
    expect(await names("file/depot/docs")).toEqual(["a.txt"]);
    expect((await ask("file/stat?path=depot/docs/a.txt")).status).toBe(200);
    // What is out of sight is as unknown as none, in every call.
    for (const hidden of ["depot/other", "depot/docs/secret"]) {
      const file = `${hidden}/a.txt`;
      const refused = [
        await ask(`file/${hidden}`),
        await ask(`file/${file}`),
        await ask(`file/stat?path=${file}`),
        await ask(`file/stat/text?path=${file}`),
        await ask("file/new/file", { path: `${hidden}/b.txt` }),
        await ask("file/new/dir", { path: `${hidden}/b` }),
        await ask("file/rename", { path: file, newName: "b.txt" }),
        await ask(`file/save/${file}`, { context: "x" }),
        await ask(`file/${file}`, undefined, "DELETE"),
        await ask("file/measure", { files: [hidden] }),
      ];
      expect(refused.map(({ status, text }) => (status === 404 ? "" : `${status} ${text}`))).toEqual(
        refused.map(() => ""),
      );
      await ask("file/copy", { files: [file], to: "depot/docs", conflict: "rename" });
      await ask("file/cut", { files: ["depot/docs/a.txt"], to: hidden, conflict: "rename" });
    }
    // Only to read.
    expect((await ask("file/stat?path=depot/books/a.txt")).status).toBe(200);
    expect((await ask("file/new/dir", { path: "depot/books/new" })).status).toBe(403);
    expect((await ask("file/depot/books/a.txt", undefined, "DELETE")).status).toBe(403);
    // A folder that holds something denied stays where it is.
    expect((await ask("file/depot/docs", undefined, "DELETE")).status).toBe(403);
    expect((await ask("file/new/dir", { path: "depot/docs/new" })).status).toBe(200);
    expect(readFileSync(path.join(folder, "other", "a.txt"), "utf8")).toBe("other");
    expect(readFileSync(path.join(folder, "docs", "secret", "a.txt"), "utf8")).toBe("docs/secret");
    // A shell there would not know these folders.
    const { id } = host.answer.data;
    expect((await ask("ssh/terminal", { id, cols: 80, rows: 24 })).answer.error).toBe("ssh/folders-only");
    expect((await ask("ssh/run", { ids: [id], command: "id" })).answer.error).toBe("ssh/folders-only");

    const explain = async (action: string, place: string) => {
      const found = await call<{ allowed: boolean; checks: AccessCheck[] }>(
        server,
        `user/users/${made.id}/rights/explain?${new URLSearchParams({ action, path: place })}`,
        { session: rootSession },
      );
      const folders = found.answer.data.checks.find(({ kind }) => kind === "folders");
      return [found.answer.data.allowed, folders?.kind === "folders" ? folders.rule : null];
    };
    expect(await explain("create", at("docs/x"))).toEqual([true, "access"]);
    expect(await explain("create", at("books/x"))).toEqual([false, "read_only"]);
    expect(await explain("read", at("docs/secret"))).toEqual([false, "denied"]);
    expect(await explain("read", at("other"))).toEqual([false, "unlisted"]);
    await page.goto(`${server.url}/users?rights=${made.id}`);
    await expect(page.getByRole("row", { name: /Depot/ })).toContainText(`Depot:${folder}`);
  });

  test("a host of somebody else is as unknown as none", async ({ server, root }) => {
    const host = await call<{ id: string }>(server, "ssh/hosts", {
      session: root,
      body: { name: "Private", address: "127.0.0.1", port: sshd.port, username: sshd.user, is_place: true },
    });
    const manager = await signIn(
      server,
      await makeUser(server, root, { permissions: ["role_manage", "user_manage", "file_read", "ssh_proxy"] }),
    );
    const place = `sftp:${host.answer.data.id}/srv`;
    const found = await call(server, `user/folders?path=${encodeURIComponent(place)}`, { session: manager });
    expect(found.status).toBe(404);
    const lists = { access_dirs: [place], only_read_dirs: [], not_access_dirs: [], auth_list: [] };
    const made = await call(server, "user/roles", { session: manager, body: { name: "spies", ...lists } });
    expect([made.status, made.answer.error]).toEqual([422, "user/no-folder"]);
    const missing = await call<{ missing: string[] }>(server, "user/folders/missing", {
      session: manager,
      body: { paths: [place] },
    });
    expect(missing.answer.data.missing).toEqual([]);
  });
});
