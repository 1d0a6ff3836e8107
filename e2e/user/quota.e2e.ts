import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { call, makeUser, signIn } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { makeShare } from "../support/make-share";
import { rawRequest } from "../support/raw-request";
import { expect, test } from "../support/test";

const mb = 1024 * 1024;

test("nobody stores more than their limit, by any way in, and deleting makes room", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({ home: { "note.txt": "x".repeat(1000) } });
  const home = `${folder}/home`;
  const user = await makeUser(server, root, {
    permissions: [
      "file_read",
      "filecat_file_context_update_upload_created_copy_decompression",
      "filecat_file_delete_cut_rename",
      "file_share",
    ],
    access: [path.join(dir, "home")],
  });
  const limited = await call(server, `user/users/${user.id}`, {
    method: "PUT",
    session: root,
    body: { quota_bytes: 2 * mb },
  });
  expect(limited.status, limited.text).toBe(200);
  const session = await signIn(server, user);
  const stored = () =>
    readdirSync(path.join(dir, "home"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { name }) => sum + statSync(path.join(dir, "home", name)).size, 0);
  const put = (name: string, bytes: number) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)]), name);
    return call(server, `file/${home}/${name}`, { method: "PUT", body: form, session });
  };

  expect((await put("small.bin", mb / 2)).status).toBe(200);
  const big = await put("big.bin", 2 * mb);
  expect([big.status, big.answer.error]).toEqual([507, "quota/exceeded"]);
  // All at once: together they would not fit.
  const many = await Promise.all(["a", "b", "c"].map((name) => put(`${name}.bin`, mb)));
  expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 507, 507]);
  expect(stored()).toBeLessThanOrEqual(2 * mb);

  const meta = `filename ${Buffer.from("t.bin").toString("base64")},folder ${Buffer.from(home).toString("base64")}`;
  const tus = await call(server, "file/tus", {
    method: "POST",
    session,
    headers: { "tus-resumable": "1.0.0", "upload-length": String(mb), "upload-metadata": meta },
  });
  expect([tus.status, tus.answer?.error ?? "quota/exceeded"]).toEqual([507, "quota/exceeded"]);

  const copied = await call<{ taskId: string }>(server, "file/copy", {
    session,
    body: { files: [`${home}/small.bin`], to: home, conflict: "rename" },
  });
  expect((await finishTask(server, session, copied.answer.data.taskId)).error).toBe("quota/exceeded");
  const saved = await call(server, `file/save/${home}/note.txt`, { session, body: { context: "y".repeat(1000) } });
  expect(saved.status, saved.text).toBe(200);

  const { answer } = await call<{ limit: number; used: number }>(server, "user/quota", { session });
  expect(answer.data.limit).toBe(2 * mb);
  expect(Math.abs(answer.data.used - stored())).toBeLessThan(2000);

  // What visitors of a share bring counts as its owner's.
  const { link } = await makeShare(server, session, { files: [home], mode: "upload" });
  const dropped = await rawRequest(server, `/api/share/${link}/tus`, {
    method: "POST",
    headers: { "tus-resumable": "1.0.0", "upload-length": String(mb), "upload-metadata": meta },
  });
  expect([dropped.status, dropped.body.toString().includes('"quota/exceeded"')]).toEqual([507, true]);

  // What is deleted, by whatever program, is known before anybody is refused for it.
  const rest = 2 * mb - stored() + 10;
  expect((await put("rest.bin", rest)).status).toBe(507);
  rmSync(path.join(dir, "home/small.bin"));
  await expect.poll(async () => (await put("rest.bin", rest)).status).toBe(200);
});

test("a limit is set in the user's form, shown in the account, and nobody gives more than they have", async ({
  page,
  login,
  server,
  root,
}) => {
  const user = await makeUser(server, root, { permissions: ["file_read", "user_manage"] });
  const own = await signIn(server, user);
  await login();
  await page.goto(`${server.url}/users?edit=${user.id}`);
  await page.getByRole("switch", { name: "Limit storage" }).click();
  await page.getByLabel("Gigabytes").fill("0.5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  expect((await call(server, "user/quota", { session: own })).status).toBe(401);
  const again = await signIn(server, user);
  const { answer } = await call<{ limit: number }>(server, "user/quota", { session: again });
  expect(answer.data.limit).toBe(512 * mb);
  const none = { access_dirs: [], only_read_dirs: [], not_access_dirs: [], auth_list: [] };
  const made = (quota: number | null) => ({
    username: `q-${Math.random().toString(36).slice(2)}`,
    password: "another-password-1",
    is_root: false,
    disabled: false,
    role_id: null,
    quota_bytes: quota,
    ...none,
  });
  const make = (quota: number | null) => call(server, "user/users", { session: again, body: made(quota) });
  expect((await make(null)).answer.error).toBe("user/grant");
  expect((await make(513 * mb)).answer.error).toBe("user/grant");
  expect((await make(mb)).status).toBe(200);
});
