import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import type { Permission } from "@/lib/shared/permissions";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const settings = { mode: "download", title: "", note: "", expires_at: null, max_downloads: null };
const write: Permission = "filecat_file_context_update_upload_created_copy_decompression";

async function post(to: string, token: string, body: object) {
  const headers = { "content-type": "application/json" };
  const { body: bytes } = await server.send("POST", `/api/${to}`, { token, headers, body: JSON.stringify(body) });
  const { error, data } = JSON.parse(bytes.toString()) as { error?: string; data?: { id: string; link: string } };
  return { error: error ?? "done", data: data ?? { id: "", link: "" } };
}

test.each(["administrator", "user"] as const)("what a token of an %s may not read it does not open", async (who) => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "secret.txt"), "hush");
  const all: Permission[] = ["file_share", "file_read", write];
  const { id: rootId } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  const userId = who === "administrator" ? rootId : (await server.makeUser([server.filesDir], all)).id;
  const [owner, narrow] = [await server.makeToken(userId, all), await server.makeToken(userId, ["file_share"])];
  const bounded = { ...settings, expires_at: Date.now() + 60_000, max_downloads: 5 };
  const made = await post("share/create", owner, { ...bounded, files: [folder], password: "pw-of-the-owner" });
  const { id, link } = made.data;
  const visit = async () => (await server.send("GET", `/api/share/${link}/info`, { token: "" })).status;
  expect(await visit()).toBe(401);
  const update = async (change: object, token = narrow) =>
    (await post(`share/${id}/update`, token, { ...bounded, ...change })).error;
  const wider = [
    { password: null },
    { password: "pw-of-the-token" },
    { expires_at: null },
    { max_downloads: 6 },
    { link: "another-address" },
    { mode: "view" },
    { mode: "upload" },
  ];
  for (const change of wider) expect.soft([change, await update(change)]).toEqual([change, "auth/forbidden"]);
  expect(await visit()).toBe(401);
  // What makes it less, and what it is called, is for who may share.
  expect(await update({ title: "Photos", max_downloads: 2, expires_at: Date.now() + 1_000 })).toBe("done");
  expect(await update({ password: null, mode: "view" }, owner)).toBe("done");
  expect(await visit()).toBe(200);
});

test("a share becomes a drop box only where its owner may write, whoever says so", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "a.txt"), "a");
  const { id: userId } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  const token = await server.makeToken(userId, ["file_share", "file_read", write]);
  const { data } = await post("share/create", token, { ...settings, files: [`${folder}/a.txt`] });
  expect((await post(`share/${data.id}/update`, token, { ...settings, mode: "upload" })).error).toBe("share/entry");
});
