import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { trashSetting } from "@/lib/server/trash/trash-setting";
import { hashToken } from "@/lib/server/base/keys";
import { permissionNames } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";

let server: TusServer;
let token = "";
beforeAll(async () => {
  server = await startTusServer();
  const { id } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  token = await server.makeToken(id, permissionNames);
  await server.turnDav();
});
afterAll(() => server.close());

const settings = { mode: "download", title: "", note: "", expires_at: null, max_downloads: null };
type Shared = { id: string; missing_count: number; items: { name: string; path: string; is_missing: boolean }[] };

async function ask<T>(method: string, to: string, body?: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await server.send(method, `/api/${to}`, { token, headers, ...sent });
  const answer = JSON.parse(reply.body.toString()) as { code: number; error?: string; data: T };
  expect([to, reply.status, answer.error]).toEqual([to, 200, undefined]);
  return answer.data;
}

/** Of an app password. */
async function makeBasic(): Promise<string> {
  const { id: userId, username } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  const secret = randomId(30);
  const password = { id: randomId(), userId, name: "x", root: null, readOnly: false };
  await server.db.appPassword.create({ data: { ...password, secretHash: hashToken(secret) } });
  return `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;
}

/** Until the task is over. */
async function run(to: string, body: object): Promise<void> {
  const { taskId } = await ask<{ taskId: string }>("POST", to, body);
  await expect
    .poll(async () => (await ask<{ state: string }>("GET", `task/${taskId}`)).state, { timeout: 20_000 })
    .toBe("done");
}

/** A folder with a shared file, and what its owner and its visitors see. */
async function shareFile(inside: Readonly<Record<string, string>> = { "a.txt": "mine" }, shared = "a.txt") {
  const { dir, path: folder } = makeFolder(server);
  for (const [name, text] of Object.entries(inside)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  }
  const files = [`${folder}/${shared}`];
  const { id, link } = await ask<{ id: string; link: string }>("POST", "share/create", { ...settings, files });
  const visit = async (target: string) => {
    const { status, body } = await server.send("GET", `/api/share/${link}/${target}`, { token: "" });
    return { status, text: body.toString() };
  };
  return {
    id,
    dir,
    folder,
    write: (name: string, text: string) => writeFileSync(path.join(dir, name), text),
    get: async (name = shared) => {
      const { status, text } = await visit(`file?path=${encodeURIComponent(name)}`);
      return status === 200 ? text : status;
    },
    error: async () => (JSON.parse((await visit("info")).text) as { error?: string }).error,
    owner: async () => {
      const { shares } = await ask<{ shares: Shared[] }>("GET", "share/list");
      const { missing_count, items } = shares.find((share) => share.id === id) ?? { missing_count: -1, items: [] };
      return { missing: missing_count, paths: items.map((item) => item.path.slice(folder.length + 1)) };
    },
  };
}

test.each(["the trash", "for good"])("what gets the name of a file that went to %s is not served", async (where) => {
  const share = await shareFile();
  expect(await share.get()).toBe("mine");
  await run("file/delete", { files: [`${share.folder}/a.txt`], permanent: where === "for good" });
  expect(await share.error()).toBe("share/gone");
  share.write("a.txt", "another");
  // Whoever came a moment before finds nothing there either.
  expect([404, 410]).toContain(await share.get());
  await expect.poll(() => share.get(), { timeout: 10_000 }).toBe(410);
  expect(await share.error()).toBe("share/gone");
  expect((await share.owner()).missing).toBe(1);
});

test("what takes the name of a file that was renamed is not served, and the renamed one still is", async () => {
  const share = await shareFile({ "a.txt": "mine", "secret.txt": "hush" });
  const rename = (from: string, newName: string) =>
    ask("POST", "file/rename", { path: `${share.folder}/${from}`, newName });
  await rename("a.txt", "b.txt");
  await rename("secret.txt", "a.txt");
  expect([await share.get(), await share.owner()]).toEqual(["mine", { missing: 0, paths: ["b.txt"] }]);
});

test.each([
  ["a file that somebody else put there", (dir: string) => writeFileSync(path.join(dir, "a.txt"), "another")],
  [
    "one that was renamed beside Filedeck",
    (dir: string) => renameSync(path.join(dir, "secret.txt"), path.join(dir, "a.txt")),
  ],
])("%s is not served under the name of what is gone", async (_, put) => {
  const share = await shareFile({ "a.txt": "mine", "secret.txt": "hush" });
  renameSync(path.join(share.dir, "a.txt"), path.join(share.dir, "c.txt"));
  put(share.dir);
  expect([await share.get(), (await share.owner()).missing]).toEqual([410, 1]);
});

test("a share follows its file through folders that are renamed, moved, deleted and restored, and through undo", async () => {
  const share = await shareFile({ "in/deep/a.txt": "mine", "to/x": "" }, "in/deep/a.txt");
  const get = () => share.get("a.txt");
  await ask("POST", "file/rename", { path: `${share.folder}/in`, newName: "out" });
  expect([await get(), await share.owner()]).toEqual(["mine", { missing: 0, paths: ["out/deep/a.txt"] }]);
  await run("file/cut", { files: [`${share.folder}/out/deep`], to: `${share.folder}/to` });
  expect([await get(), (await share.owner()).paths]).toEqual(["mine", ["to/deep/a.txt"]]);
  await run("file/delete", { files: [`${share.folder}/to`] });
  expect([await get(), (await share.owner()).missing]).toEqual([410, 1]);
  const { entries } = await ask<{ entries: { id: string; path: string }[] }>("GET", "trash/list");
  const ids = entries.filter((entry) => entry.path === `${share.folder}/to`).map((entry) => entry.id);
  await run("trash/restore", { ids });
  expect([await get(), await share.owner()]).toEqual(["mine", { missing: 0, paths: ["to/deep/a.txt"] }]);
  const { undo_id: undo } = await ask<{ undo_id: string }>("POST", "file/rename", {
    path: `${share.folder}/to/deep/a.txt`,
    newName: "b.txt",
  });
  await run(`undo/${undo}`, {});
  expect([await get(), (await share.owner()).paths]).toEqual(["mine", ["to/deep/a.txt"]]);
});

test.each([20, 0])(
  "a file that is saved is the one that is shared, with %d earlier versions kept",
  async (versions) => {
    const before = trashSetting.get();
    onTestFinished(() => trashSetting.save(server.db, before));
    await trashSetting.save(server.db, { ...before, versions, on: versions > 0 });
    const share = await shareFile();
    await ask("POST", `file/save/${share.folder}/a.txt`, { context: "from the editor" });
    expect(await share.get()).toBe("from the editor");
    const authorization = await makeBasic();
    const put = await server.send("PUT", `/dav/${share.folder}/a.txt`, {
      token: "",
      headers: { authorization },
      body: "over WebDAV",
    });
    expect([put.status, await share.get()]).toEqual([204, "over WebDAV"]);
    const upload = `/api/file/${share.folder}/a.txt?conflict=replace`;
    const headers = { "content-type": "application/octet-stream" };
    expect((await server.send("PUT", upload, { token, headers, body: "uploaded" })).status).toBe(200);
    expect([await share.get(), (await share.owner()).missing]).toEqual(["uploaded", 0]);
  },
);

test("what is moved over a shared file is not what was shared", async () => {
  const share = await shareFile({ "a.txt": "mine", "in/a.txt": "hush" });
  await run("file/cut", { files: [`${share.folder}/in/a.txt`], to: share.folder, conflict: "replace" });
  expect([await share.get(), (await share.owner()).missing]).toEqual([410, 1]);
});

test("a folder that was put in the place of a shared one is not served, nor is a drop box that is another", async () => {
  const share = await shareFile({ "in/a.txt": "mine" }, "in");
  expect(await share.get("in/a.txt")).toBe("mine");
  const box = await ask<{ id: string; link: string }>("POST", "share/create", {
    ...settings,
    mode: "upload",
    files: [`${share.folder}/in`],
  });
  rmSync(path.join(share.dir, "in"), { recursive: true });
  mkdirSync(path.join(share.dir, "in"));
  share.write("in/a.txt", "hush");
  expect(await share.error()).toBe("share/gone");
  expect([404, 410]).toContain(await share.get("in/a.txt"));
  await expect.poll(() => share.get("in/a.txt"), { timeout: 10_000 }).toBe(410);
  const drop = await server.send("POST", `/api/share/${box.link}/tus`, {
    token: "",
    headers: { "upload-length": "1", "upload-metadata": `filename ${Buffer.from("x").toString("base64")}` },
  });
  expect(drop.status).toBe(410);
});

test("the owner lets a share have what is there now, or what has it elsewhere", async () => {
  const share = await shareFile({ "a.txt": "mine", "in/x": "" });
  renameSync(path.join(share.dir, "a.txt"), path.join(share.dir, "in", "a.txt"));
  share.write("a.txt", "new");
  const relink = (to: string) =>
    ask("POST", `share/${share.id}/relink`, { name: "a.txt", path: `${share.folder}/${to}` });
  await relink("a.txt");
  expect([await share.get(), (await share.owner()).missing]).toEqual(["new", 0]);
  await relink("in/a.txt");
  expect([await share.get(), (await share.owner()).paths]).toEqual(["mine", ["in/a.txt"]]);
});

test("one of several that is gone is left out for visitors, and marked for the owner", async () => {
  const { dir, path: folder } = makeFolder(server);
  for (const name of ["a", "b"]) writeFileSync(path.join(dir, name), name);
  const { id, link } = await ask<{ id: string; link: string }>("POST", "share/create", {
    ...settings,
    files: [`${folder}/a`, `${folder}/b`],
  });
  await run("file/delete", { files: [`${folder}/a`], permanent: true });
  writeFileSync(path.join(dir, "a"), "hush");
  const info = await server.send("GET", `/api/share/${link}/info`, { token: "" });
  const { data } = JSON.parse(info.body.toString()) as { data: { entries: { name: string }[] } };
  expect(data.entries.map(({ name }) => name)).toEqual(["b"]);
  const zip = await server.send("GET", `/api/share/${link}/zip`, { token: "" });
  expect([zip.status, zip.body.includes("hush")]).toEqual([200, false]);
  const { shares } = await ask<{ shares: Shared[] }>("GET", "share/list");
  expect(shares.find((share) => share.id === id)?.items.map((item) => item.is_missing)).toEqual([true, false]);
});
