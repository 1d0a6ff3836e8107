import { chmodSync, existsSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { expect } from "@playwright/test";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import type { TextFile } from "@/lib/contracts/text-file";
import { encodeSegment } from "@/lib/shared/paths";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";

import { finishTask } from "../support/finish-task";

test("an upload is stored whole, bare or as a form, with the policy that was asked for", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ "there.txt": "old" });
  const bytes = Buffer.alloc(3_000_001, "abcdefghij");
  const bare = await call<{ size: number }>(server, `file/${base}/bare.bin?mtime=1000000000000`, {
    method: "PUT",
    session: root,
    body: bytes,
  });
  expect([bare.status, bare.answer.data.size]).toEqual([200, bytes.length]);
  expect(readFileSync(path.join(dir, "bare.bin")).equals(bytes)).toBe(true);
  expect(statSync(path.join(dir, "bare.bin")).mtimeMs).toBe(1_000_000_000_000);
  const form = new FormData();
  form.set("file", new Blob([bytes]), "whatever.bin");
  expect((await call(server, `file/${base}/form.bin`, { method: "PUT", session: root, body: form })).status).toBe(200);
  expect(readFileSync(path.join(dir, "form.bin")).equals(bytes)).toBe(true);

  const refused = await call(server, `file/${base}/there.txt`, { method: "PUT", session: root, body: "new" });
  expect([refused.status, refused.answer.error]).toEqual([409, "file/exists"]);
  const renamed = await call<{ path: string }>(server, `file/${base}/there.txt?conflict=rename`, {
    method: "PUT",
    session: root,
    body: "new",
  });
  expect(renamed.answer.data.path).toBe(`${base}/there (2).txt`);
  expect(readFileSync(path.join(dir, "there.txt"), "utf8")).toBe("old");
  await call(server, `file/${base}/there.txt?conflict=replace`, { method: "PUT", session: root, body: "new" });
  expect(readFileSync(path.join(dir, "there.txt"), "utf8")).toBe("new");
  const empty = await call(server, `file/${base}/empty.txt`, { method: "PUT", session: root, body: "" });
  expect([empty.status, statSync(path.join(dir, "empty.txt")).size]).toEqual([200, 0]);
});

test("a form without the field, with another one, or cut short leaves nothing behind", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ "old.txt": "old" });
  const other = new FormData();
  other.set("upload", new Blob(["x"]), "x");
  for (const body of [new FormData(), other]) {
    const { status, answer } = await call(server, `file/${base}/new.txt`, { method: "PUT", session: root, body });
    expect([status, answer.error]).toEqual([400, "file/upload-field"]);
  }
  const type = { "content-type": "multipart/form-data; boundary=b" };
  const cut = await rawRequest(server, `/api/file/${base}/new.txt`, {
    method: "PUT",
    session: root,
    headers: type,
    body: '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of the',
  });
  expect(cut.status).toBe(400);
  for (const headers of [type, { "content-type": "application/octet-stream" }])
    await breakUpload(server, root, `/api/file/${base}/old.txt?conflict=replace`, headers);
  await expect.poll(() => readdirSync(dir)).toEqual(["old.txt"]);
  expect(readFileSync(path.join(dir, "old.txt"), "utf8")).toBe("old");
});

/** Promises a megabyte, sends a tenth and pulls the plug. */
function breakUpload(
  server: Filedeck,
  session: Session,
  target: string,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => {
      const lines = {
        host: "x",
        cookie: session.cookie,
        authorization: session.token,
        "content-length": "1000000",
        ...headers,
      };
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
      socket.write(
        `PUT ${target} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`,
      );
      socket.write(Buffer.alloc(100_000, 65), () => setTimeout(() => socket.destroy(), 50));
    });
    socket.on("close", () => resolve());
    socket.on("error", () => undefined);
  });
}

test("a text is read with its encoding, saved as it was, and not over somebody else's change", async ({
  server,
  root,
  tempRoot,
}) => {
  const gbk = Buffer.from("d6d0cec4b1e0c2eb0d0ab5dab6fed0d00d0a", "hex");
  const { dir, path: base } = tempRoot({ "a.txt": gbk });
  const file = path.join(dir, "a.txt");
  chmodSync(file, 0o640);
  const read = (await call<TextFile>(server, `file/${base}/a.txt?encoding=gbk`, { session: root })).answer;
  expect([read.code, read.data.context, read.data.eol]).toEqual([5, "中文编码\r\n第二行\r\n", "crlf"]);
  const save = (context: string, etag: string) =>
    call<{ etag: string }>(server, `file/save/${base}/a.txt`, {
      session: root,
      headers: { "if-match": etag },
      body: { context, encoding: "gbk", eol: "crlf" },
    });
  const saved = await save("中文编码\n第三行\n", read.data.etag);
  expect(saved.status).toBe(200);
  expect(readFileSync(file).toString("hex")).toBe("d6d0cec4b1e0c2eb0d0ab5dac8fdd0d00d0a");
  expect(statSync(file).mode & 0o777).toBe(0o640);
  writeFileSync(file, "somebody else");
  const conflict = await save("mine", saved.answer.data.etag);
  expect([conflict.status, conflict.answer.error]).toEqual([412, "file/changed"]);
  const now = await call<TextFile>(server, `file/${base}/a.txt`, { session: root });
  expect(conflict.answer.data).toEqual({ etag: now.answer.data.etag });
  expect(readFileSync(file, "utf8")).toBe("somebody else");
});

test("who may only change texts makes none, and what comes beside a text is short", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir, path: base } = tempRoot({ "a.txt": "old" });
  const editor = await makeUser(server, root, {
    permissions: ["file_read", "filecat_file_context_update"],
    access: [dir],
  });
  const session = await signIn(server, editor);
  const save = (name: string, body: unknown) => call(server, `file/save/${base}/${name}`, { session, body });
  expect((await save("b.txt", { context: "new" })).answer.error).toBe("file/not-found");
  expect(existsSync(path.join(dir, "b.txt"))).toBe(false);
  const long = "x".repeat(70_000);
  expect((await save("a.txt", { context: "new", more: long })).status).toBe(413);
  expect((await save("a.txt", String.raw`{"conte\u0078t":"${long}"}`)).status).toBe(413);
  expect(readFileSync(path.join(dir, "a.txt"), "utf8")).toBe("old");
  expect((await save("a.txt", { context: long })).status).toBe(200);
  expect((await save("a.txt", String.raw`{"conte\u0078t":"short"}`)).status).toBe(200);
  expect(readFileSync(path.join(dir, "a.txt"), "utf8")).toBe("short");
});

test("a text over 20 MB asks first, and a binary is refused", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ "big.log": "", "a.bin": Buffer.from([1, 2, 0, 0, 3, 0xff]) });
  truncateSync(path.join(dir, "big.log"), 20_971_521);
  const asked = await call(server, `file/${base}/big.log`, { session: root });
  expect([asked.status, asked.answer.code, asked.answer.error]).toEqual([413, 4, "file/too-large"]);
  writeFileSync(path.join(dir, "big.log"), "x".repeat(20_971_521));
  expect((await call(server, `file/${base}/big.log?ignore_size=1`, { session: root })).answer.code).toBe(5);
  expect((await call(server, `file/${base}/a.bin`, { session: root })).answer.error).toBe("file/not-text");
});

test("names that are bytes can be listed, opened, renamed and deleted", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot();
  const names = [
    Buffer.from("bad\xff\xfename", "latin1"),
    Buffer.from("new\nline"),
    Buffer.from("100%#?&;"),
    Buffer.from("space "),
    Buffer.from("-rf"),
    Buffer.from("é".repeat(127)),
    Buffer.from("%2e%2e"),
  ];
  for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), name]), "content");
  const listed = (await call<FolderListing>(server, `file/${base}`, { session: root })).answer.data.files;
  expect(listed).toHaveLength(names.length);
  for (const [index, { name }] of listed.entries()) {
    const target = `${base}/${encodeSegment(name)}`;
    expect
      .soft(
        (await call<TextFile>(server, `file/${target}`, { session: root })).answer.data?.context,
        JSON.stringify(name),
      )
      .toBe("content");
    expect
      .soft((await rawRequest(server, `/api/file/download?file=${target}`, { session: root })).body.toString())
      .toBe("content");
    const renamed = await call(server, "file/rename", {
      session: root,
      body: { path: `${base}/${name}`, newName: `plain-${index}` },
    });
    expect.soft(renamed.status, JSON.stringify(name)).toBe(200);
    const { answer } = await call<{ taskId: string }>(server, `file/${base}/plain-${index}`, {
      method: "DELETE",
      session: root,
    });
    expect.soft((await finishTask(server, root, answer.data.taskId)).state).toBe("done");
  }
  expect(readdirSync(dir)).toEqual([]);
});

test("what is made or renamed is answered as its folder lists it, to those who may list", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base } = tempRoot({ "old.txt": "four" });
  const blind = await makeUser(server, root, {
    permissions: ["filecat_file_context_update_upload_created_copy_decompression", "filecat_file_delete_cut_rename"],
  });
  const makeAll = async (session: Session, from: string, to: string) => {
    const entryOf = async (target: string, body: object) =>
      (await call<{ entry: FileEntry | null }>(server, target, { session, body })).answer.data.entry;
    return [
      await entryOf("file/new/file", { path: `${base}/f-${to}` }),
      await entryOf("file/new/dir", { path: `${base}/d-${to}` }),
      await entryOf("file/rename", { path: `${base}/${from}`, newName: to }),
    ];
  };
  expect(await makeAll(root, "old.txt", "new.txt")).toMatchObject([
    { name: "f-new.txt", kind: "file", size: 0 },
    { name: "d-new.txt", kind: "folder" },
    { name: "new.txt", kind: "file", size: 4 },
  ]);
  expect(await makeAll(await signIn(server, blind), "new.txt", "newer.txt")).toEqual([null, null, null]);
});

test("who sends all of an upload that is refused, and reads only then, gets the answer", async ({ server }) => {
  const socket = connect(server.port, "127.0.0.1").pause();
  const body = Buffer.alloc(30_000_000);
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.write(`PUT /api/file/files/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body, () => resolve());
  });
  const answer = (await socket.toArray()).join("");
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/connection: close/i);
});
