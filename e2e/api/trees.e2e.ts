import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { FolderListing } from "@/lib/contracts/file";
import type { TextFile } from "@/lib/contracts/text-file";
import type { Task } from "@/lib/contracts/task";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { serverTest as test } from "../support/server-test";

import { finishTask } from "../support/finish-task";

test("copy, move and delete run as tasks with the chosen policy", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ from: { "a.txt": "new", sub: { "b.txt": "b" } }, to: { "a.txt": "old" } });
  const start = async (verb: string, body: object) =>
    finishTask(
      server,
      root,
      (await call<{ taskId: string }>(server, `file/${verb}`, { session: root, body })).answer.data.taskId,
    );
  const files = [`${base}/from/a.txt`, `${base}/from/sub`];
  const failed = await start("copy", { files, to: `${base}/to` });
  expect([failed.state, failed.failureCount]).toEqual(["failed", 1]);
  expect(readFileSync(path.join(dir, "to/a.txt"), "utf8")).toBe("old");
  expect((await start("copy", { files, to: `${base}/to`, conflict: "rename" })).state).toBe("done");
  expect(readdirSync(path.join(dir, "to")).toSorted()).toContain("a (2).txt");
  expect((await start("cut", { files, to: `${base}/to`, conflict: "replace" })).state).toBe("done");
  expect(readFileSync(path.join(dir, "to/a.txt"), "utf8")).toBe("new");
  expect(readdirSync(path.join(dir, "from"))).toEqual([]);
  const removed = await start("delete", { files: [`${base}/to`, `${base}/from`], permanent: true });
  expect([removed.state, existsSync(path.join(dir, "to"))]).toEqual(["done", false]);
  const into = await call(server, "file/copy", {
    session: root,
    body: { files: [`${base}/x`], to: `${base}/nowhere` },
  });
  expect(into.answer.error).toBe("file/not-found");
});

test("a task of somebody else is neither seen nor stopped", async ({ server, root, tempRoot }) => {
  const { path: base } = tempRoot({ "a.txt": "a" });
  const { answer } = await call<{ taskId: string }>(server, `file/${base}/a.txt`, { method: "DELETE", session: root });
  const stranger = await signIn(server, await makeUser(server, root));
  expect((await call(server, `task/${answer.data.taskId}`, { session: stranger })).status).toBe(404);
  expect((await call(server, `task/${answer.data.taskId}/cancel`, { session: stranger, body: {} })).status).toBe(404);
  expect((await call<{ tasks: Task[] }>(server, "task/list", { session: stranger })).answer.data.tasks).toEqual([]);
});

test("whoever may only read changes nothing, and protected paths stay", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ "a.txt": "a", keep: { inner: { "x.txt": "x" } } });
  const all = [
    "file_read",
    "filecat_file_delete_cut_rename",
    "filecat_file_context_update_upload_created_copy_decompression",
  ] as const;
  const reader = await signIn(server, await makeUser(server, root, { permissions: all, access: [], readOnly: [dir] }));
  const statuses = [
    await call(server, `file/${base}/new.txt`, { method: "PUT", session: reader, body: "x" }),
    await call(server, `file/save/${base}/a.txt`, { session: reader, body: { context: "x" } }),
    await call(server, "file/rename", { session: reader, body: { path: `${base}/a.txt`, newName: "b.txt" } }),
    await call(server, "file/new/dir", { session: reader, body: { path: `${base}/d` } }),
  ].map(({ status, answer }) => [status, answer.error]);
  for (const result of statuses) expect(result).toEqual([403, "file/read-only"]);

  await call(server, "setting/protected", { session: root, body: { paths: [path.join(dir, "keep/inner")] } });
  const renamed = await call(server, "file/rename", {
    session: root,
    body: { path: `${base}/keep/inner`, newName: "gone" },
  });
  expect([renamed.status, renamed.answer.code, renamed.answer.error]).toEqual([423, 6, "file/protected"]);
  const kept = await call(server, `file/${base}/keep`, { method: "DELETE", session: root });
  expect([kept.status, kept.answer.code]).toEqual([423, 6]);
  const target = `file/${base}/keep?permanent=1`;
  const { answer } = await call<{ taskId: string }>(server, target, { method: "DELETE", session: root });
  expect((await finishTask(server, root, answer.data.taskId)).state).toBe("failed");
  expect(existsSync(path.join(dir, "keep/inner/x.txt"))).toBe(true);
  await call(server, "setting/protected", { session: root, body: { paths: [] } });
});

test("a host path is found only through a root of the caller", async ({ server, root, tempRoot }) => {
  const { dir } = tempRoot({ "a.txt": "a" });
  const read = (session: Session, file: string) => call<TextFile>(server, `file${file}?is_sys_path=1`, { session });
  expect((await read(root, "/etc/hostname")).answer.code).toBe(5);
  const user = await signIn(server, await makeUser(server, root, { permissions: ["file_read"], access: [dir] }));
  expect((await read(user, `${dir}/a.txt`)).answer.data.context).toBe("a");
  for (const file of ["/etc/hostname", "/etc/does-not-exist", server.dataDir, `${server.dataDir}/secret.key`])
    expect((await read(user, file)).status).toBe(404);
  expect((await read(root, `${server.dataDir}/secret.key`)).status).toBe(404);
});

test("a big folder is streamed, sorted in pages on demand, and folders come first", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot();
  for (let index = 0; index < 3000; index++) writeFileSync(path.join(dir, `f${index}.txt`), "x".repeat(index % 7));
  for (let index = 0; index < 5; index++) mkdirSync(path.join(dir, `d${index}`));
  utimesSync(path.join(dir, "f42.txt"), 1, 1);
  const { data } = (await call<FolderListing>(server, `file/${base}`, { session: root })).answer;
  expect([data.files.length, data.folders.length, data.cursor, data.writable]).toEqual([3000, 5, null, true]);
  const page = async (query: string) =>
    (await call<FolderListing>(server, `file/${base}?${query}`, { session: root })).answer.data;
  const first = await page("sort=time_minx_max&limit=10");
  expect([first.folders.length, first.files[0]?.name, first.cursor]).toEqual([5, "f42.txt", "10"]);
  const names: string[] = [];
  let cursor: string | null = "0";
  while (cursor !== null) {
    const next: FolderListing = await page(`sort=name&limit=700&cursor=${cursor}`);
    names.push(...next.files.map(({ name }) => name));
    cursor = next.cursor;
  }
  expect(names).toHaveLength(3000);
  expect(names.slice(0, 3)).toEqual(["f0.txt", "f1.txt", "f2.txt"]);
});
