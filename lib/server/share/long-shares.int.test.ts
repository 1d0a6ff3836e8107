import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Share } from "@/lib/contracts/share";
import { limits } from "@/lib/server/base/limits";
import { randomId } from "@/lib/shared/units";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";

let server: TusServer;
let ownerId: string;
let token: string;
beforeAll(async () => {
  server = await startTusServer();
  ownerId = (await server.db.user.findFirstOrThrow({ where: { isRoot: true } })).id;
  token = await server.makeToken(ownerId, ["file_share", "file_read"]);
});
afterAll(() => server.close());

const long = Array.from({ length: 8 }, () => "d".repeat(250)).join("/");

async function create(files: readonly string[]) {
  const body = JSON.stringify({ files });
  const reply = await server.send("POST", "/api/share/create", { token, body });
  return { status: reply.status, ...(JSON.parse(reply.body.toString()) as { data?: Share; error?: string }) };
}

/** As many bytes of entries as two thousand shares, or so many, could have. */
async function insert(count: number, items: readonly { name: string; path: string; hostPath: string }[]) {
  const settings = {
    title: "x",
    note: "",
    mode: "download",
    limits: { max_files: null, max_bytes: null, extensions: [] },
  };
  const data = Array.from({ length: count }, () => ({ ...settings, id: randomId(), link: randomId(), ownerId }));
  for (const one of data) await server.db.share.create({ data: { ...one, items: [...items] } });
}

test("what a share keeps of its entries is bounded, and what all of an owner's keep", async () => {
  const { dir, path: folder } = makeFolder(server);
  mkdirSync(path.join(dir, long), { recursive: true });
  const names = Array.from({ length: 200 }, (_, index) => `file-${index}`);
  for (const name of names) writeFileSync(path.join(dir, long, name), "");
  for (const name of names) writeFileSync(path.join(dir, name), "");
  const all = await create(names.map((name) => `${folder}/${long}/${name}`));
  expect([all.status, all.error]).toEqual([422, "share/too-long"]);
  const usual = await create(names.map((name) => `${folder}/${name}`));
  expect([usual.status, usual.data?.items.length, usual.data?.item_count]).toEqual([200, 200, 200]);
  const each = limits.shares.bytesEach / 2;
  const item = { name: "x", path: "x".repeat(each), hostPath: "/" };
  await insert(limits.shares.perOwnerBytes / each, [item]);
  const last = await create([`${folder}/${names[0]}`]);
  expect([last.status, last.error]).toEqual([409, "share/too-many"]);
  await server.db.share.deleteMany();
});

test("a list of shares gives the first entries of each and their number, in pages", async () => {
  const items = Array.from({ length: 200 }, (_, index) => ({ name: `${index}`, path: `f/${long}`, hostPath: "/" }));
  await insert(60, items);
  await insert(
    1,
    items.map((item) => ({ ...item, path: "f/x" })),
  );
  const reply = await server.send("GET", "/api/share/list", { token });
  const { data } = JSON.parse(reply.body.toString()) as { data: { shares: Share[] } };
  expect(data.shares.map(({ item_count: count }) => count)).toEqual(Array.from({ length: 61 }, () => 200));
  expect(
    data.shares
      .map(({ items: { length } }) => length)
      .toSorted((a, b) => b - a)
      .slice(0, 2),
  ).toEqual([20, 0]);
  expect(reply.body.length).toBeLessThan(61 * 1_024);
});
