import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRealtime } from "@/e2e/support/start-realtime";
import { makeFolder } from "@/e2e/support/start-tus-server";
import { shareChannels, type Share } from "@/lib/contracts/share";
import { groups } from "@/lib/server/groups";
import { permissionNames } from "@/lib/shared/permissions";

type Realtime = Awaited<ReturnType<typeof startRealtime>>;
let server: Realtime;
let token = "";

let otherToken = "";
beforeAll(async () => {
  server = await startRealtime(groups.flatMap(({ channels = [] }) => channels));
  const { id } = await server.api.db.user.findFirstOrThrow({ where: { isRoot: true } });
  token = await server.api.makeToken(id, permissionNames);
  const other = await server.api.makeUser([server.api.filesDir], permissionNames);
  otherToken = await server.api.makeToken(other.id, permissionNames);
});
afterAll(() => server.close());

async function ask<T>(method: string, to: string, body?: object, as = token): Promise<T> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await server.api.send(method, `/api/${to}`, { token: as, headers, ...sent });
  const answer = JSON.parse(reply.body.toString()) as { error?: string; data: T };
  expect([to, reply.status, answer.error]).toEqual([to, 200, undefined]);
  return answer.data;
}

const share = (files: readonly string[], as = token) =>
  ask<Share>(
    "POST",
    "share/create",
    { files, mode: "download", title: "", note: "", expires_at: null, max_downloads: null },
    as,
  );

/** What a browser is told of a folder, from now on. */
async function follow(folder: string, session?: Parameters<Realtime["tab"]>[0]) {
  const tab = await server.channelsOf<typeof shareChannels.names>(session);
  const told: string[][] = [];
  tab.keepChannel("share/names", { path: folder }, ({ names }) => void told.push(names));
  return () => told.at(-1);
}

function folderOf(...names: string[]) {
  const { dir, path: folder } = makeFolder(server.api);
  for (const name of names) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), name);
  }
  return { dir, folder };
}

test("tells what is shared directly in a folder, as shares come, follow, and go", async () => {
  const { folder } = folderOf("a.txt", "b.txt", "in/deep.txt", "ü #1.txt");
  const last = await follow(folder);
  await expect.poll(last).toEqual([]);
  const { id } = await share([`${folder}/a.txt`, `${folder}/in/deep.txt`]);
  await expect.poll(last).toEqual(["a.txt"]);
  await share([`${folder}/in`, `${folder}/ü #1.txt`]);
  await expect.poll(last).toEqual(["a.txt", "in", "ü #1.txt"]);
  await ask("POST", "file/rename", { path: `${folder}/a.txt`, newName: "c.txt" });
  await expect.poll(last).toEqual(["c.txt", "in", "ü #1.txt"]);
  const within = await follow(`${folder}/in`);
  await expect.poll(within).toEqual(["deep.txt"]);
  await ask("DELETE", `share/${id}`);
  await expect.poll(last).toEqual(["in", "ü #1.txt"]);
  await expect.poll(within).toEqual([]);
});

test("what only has the name of something shared, or whose share has ended, is not told", async () => {
  const { dir, folder } = folderOf("a.txt", "b.txt", "c.txt");
  await share([`${folder}/a.txt`]);
  const { id } = await share([`${folder}/b.txt`]);
  await server.api.db.share.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  renameSync(path.join(dir, "c.txt"), path.join(dir, "a.txt"));
  const last = await follow(folder);
  await expect.poll(last).toEqual([]);
});

test("others' shares are told to administrators alone, and nothing to whoever may not share", async () => {
  const { folder } = folderOf("mine.txt", "theirs.txt");
  await share([`${folder}/mine.txt`]);
  await share([`${folder}/theirs.txt`], otherToken);
  const root = await follow(folder);
  await expect.poll(root).toEqual(["mine.txt", "theirs.txt"]);
  const session = await server.sessionOf(permissionNames);
  const third = await follow(folder, session);
  await expect.poll(third).toEqual([]);
});
