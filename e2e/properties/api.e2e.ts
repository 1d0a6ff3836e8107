import { createHash } from "node:crypto";
import { chmodSync, lstatSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { EntryProperties } from "@/lib/contracts/properties";
import { call, makeUser, signIn } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { serverTest as test } from "../support/server-test";

const modeOf = (file: string) => (statSync(file).mode & 0o7777).toString(8);

test("an entry tells all that the disk knows, a link of itself", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ "a.txt": "hello" });
  chmodSync(path.join(dir, "a.txt"), 0o640);
  symlinkSync("/etc/shadow", path.join(dir, "link"));
  const file = await call<EntryProperties>(server, `file/properties?path=${base}/a.txt`, { session: root });
  expect(file.answer.data).toMatchObject({ kind: "file", size: 5, mode: 0o640, uid: process.getuid?.(), links: 1 });
  const link = await call<EntryProperties>(server, `file/properties?path=${base}/link`, { session: root });
  expect(link.answer.data).toMatchObject({ kind: "link", size: "/etc/shadow".length });
});

test("a mode is changed for a tree: folders can be entered, files stay as executable as they were, links are let be", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({
    tree: { "run.sh": "x", "a.txt": "a", sub: { "b.txt": "b" } },
    "out.txt": "o",
  });
  chmodSync(path.join(dir, "tree/run.sh"), 0o755);
  symlinkSync("../out.txt", path.join(dir, "tree/link"));
  const before = modeOf(path.join(dir, "out.txt"));
  const body = { files: [`${base}/tree`], mode: 0o750, recursive: true };
  const { answer } = await call<{ taskId: string }>(server, "file/attributes", { session: root, body });
  expect((await finishTask(server, root, answer.data.taskId)).state).toBe("done");
  const modes = ["tree", "tree/sub", "tree/run.sh", "tree/a.txt", "tree/sub/b.txt"].map((at) =>
    modeOf(path.join(dir, at)),
  );
  expect(modes).toEqual(["750", "750", "750", "640", "640"]);
  expect(modeOf(path.join(dir, "out.txt"))).toBe(before);
  expect(lstatSync(path.join(dir, "tree/link")).isSymbolicLink()).toBe(true);
});

test("owners and special bits are root's alone; who may only read changes nothing; protected stays", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ mine: { "a.txt": "a" }, theirs: { "b.txt": "b" } });
  const rights = { permissions: ["file_read", "file_attributes"] as const };
  const [mine, theirs] = [path.join(dir, "mine"), path.join(dir, "theirs")];
  const user = await signIn(server, await makeUser(server, root, { ...rights, access: [mine], readOnly: [theirs] }));
  const change = (body: object) => call<{ taskId: string }>(server, "file/attributes", { session: user, body });
  for (const part of [{ owner: "nobody" }, { group: "0" }, { mode: 0o4755 }])
    expect((await change({ files: [`${base}/mine/a.txt`], ...part })).status).toBe(403);
  const plain = await change({ files: [`${base}/mine/a.txt`], mode: 0o600 });
  expect((await finishTask(server, user, plain.answer.data.taskId)).state).toBe("done");
  expect(modeOf(path.join(mine, "a.txt"))).toBe("600");
  for (const file of [`${base}/theirs/b.txt`, `${base}/theirs`, `${base}/none`]) {
    const { answer } = await change({ files: [file], mode: 0o777, recursive: true });
    expect((await finishTask(server, user, answer.data.taskId)).state).toBe("failed");
  }
  expect(modeOf(path.join(theirs, "b.txt"))).not.toBe("777");
  const body = { files: [`${base}/mine/a.txt`], owner: "nobody", mode: 0o4711 };
  const owned = await call<{ taskId: string }>(server, "file/attributes", { session: root, body });
  expect((await finishTask(server, root, owned.answer.data.taskId)).state).toBe("done");
  expect([statSync(path.join(mine, "a.txt")).uid, modeOf(path.join(mine, "a.txt"))]).toEqual([65_534, "4711"]);
  const nobody = { files: [`${base}/mine/a.txt`], owner: "no-such-user" };
  const refused = await call<{ taskId: string }>(server, "file/attributes", { session: root, body: nobody });
  expect((await finishTask(server, root, refused.answer.data.taskId)).failures[0]?.error).toBe("file/no-owner");
});

test("checksums are those of the file, for whoever may read it", async ({ server, root, tempRoot }) => {
  const content = "0123456789".repeat(100_000);
  const { dir, path: base } = tempRoot({ "a.bin": content, closed: { "b.bin": "b" } });
  const options = {
    permissions: ["file_read"] as const,
    readOnly: [dir],
    access: [],
    deny: [path.join(dir, "closed")],
  };
  const reader = await signIn(server, await makeUser(server, root, options));
  const body = {
    files: [`${base}/a.bin`, `${base}/closed/b.bin`],
    algorithms: ["md5", "sha1", "sha256", "blake2b512"],
  };
  const { answer } = await call<{ taskId: string }>(server, "file/checksum", { session: reader, body });
  const task = await finishTask(server, reader, answer.data.taskId);
  const sum = (algorithm: string) => createHash(algorithm).update(content).digest("hex");
  expect(task.result).toEqual({
    [`${base}/a.bin`]: {
      md5: sum("md5"),
      sha1: sum("sha1"),
      sha256: sum("sha256"),
      blake2b512: sum("blake2b512"),
    },
  });
  expect(task.failures).toEqual([{ path: `${base}/closed/b.bin`, error: "file/not-found" }]);
});
