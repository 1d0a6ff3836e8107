import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { noGrants } from "@/lib/server/session/grants";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import type { Storage } from "@/lib/server/storage/storage";
import { keptPages } from "./kept-pages";
import {
  copyProperties,
  dropProperties,
  findKept,
  findKeptBelow,
  findKeptIn,
  moveProperties,
  prepareKept,
} from "./kept-properties";

/** The rows alone count here. */
const seesAll = { locate: (place: string) => place, entry: () => Promise.resolve({}) } as unknown as Storage; // what is asked of it

let fixture: DbFixture;
let db: Db;
const values = [{ namespace: "urn:x", name: "a", xml: '<a xmlns="urn:x"/>' }];

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  const rest = { passwordHash: "", grants: noGrants, preferences: {} };
  for (const id of ["mia", "tom"]) await db.user.create({ data: { id, username: id, ...rest } });
  const rows = Array.from({ length: 4_000 }, (_, index) => ({ folder: "/srv/a", name: `${index}` }));
  const folder = { folder: "/srv", name: "a" };
  const common = { ownerId: "mia", values, updatedAt: new Date() };
  await db.davProperty.createMany({ data: [folder, ...rows].map((row) => ({ ...row, ...common })) });
});
afterAll(async () => {
  await fixture.close();
});

test("a copy has what its original has, as the copier's", async () => {
  await copyProperties({ db, storage: seesAll, ownerId: "tom", from: "/srv/a", to: "/srv/b", isDeep: true });
  expect([await findKept(db, "/srv/b"), (await findKeptIn(db, "/srv/b", ["7", "none"])).get("7")]).toEqual([
    values,
    values,
  ]);
  expect(await db.davProperty.count({ where: { ownerId: "tom" } })).toBe(4_001);
  expect(await db.davProperty.count({ where: { ownerId: "mia" } })).toBe(4_001);
});

test("copies do not come past what a user may keep", async () => {
  for (const to of ["/srv/c", "/srv/d", "/srv/e", "/srv/f"])
    await copyProperties({ db, storage: seesAll, ownerId: "tom", from: "/srv/a", to, isDeep: true });
  expect(await db.davProperty.count({ where: { ownerId: "tom" } })).toBe(10_000);
});

/** 48 KB in bytes, a third of it in signs. */
const long = [{ namespace: "urn:x", name: "a", xml: "\u4E2D".repeat(16_000) }];

test("what a user may keep is counted in bytes, one by one and by copying; what is gone makes room", async () => {
  const files = await makeLocalFixture();
  const keep = async (name: string, values = long) => {
    const write = await prepareKept(
      { db, storage: files.storage, ownerId: "tom" },
      path.join(files.root, name),
      values,
    );
    await write();
  };
  await db.davProperty.deleteMany({ where: { ownerId: "tom" } });
  await expect(keep("x", [...long, ...long])).rejects.toThrow("dav/properties-full");
  for (let index = 0; index < 400; index++) writeFileSync(path.join(files.root, `${index}`), "");
  // Most at once, which is quicker; the rest is counted with them.
  const first = Array.from({ length: 320 }, (_, index) => ({ folder: files.root, name: `${index}` }));
  const common = { ownerId: "tom", values: long, updatedAt: new Date() };
  await db.davProperty.createMany({ data: first.map((row) => ({ ...row, ...common })) });
  let kept = first.length;
  const refused = await (async () => {
    for (; kept < 400; kept++) await keep(`${kept}`);
  })().catch((error: unknown) => error);
  expect(refused).toMatchObject({ key: "dav/properties-full", params: { mib: 16 } });
  expect(kept).toBe(Math.floor((16 * 1_048_576) / Buffer.byteLength(JSON.stringify(long))));
  await copyProperties({ db, storage: seesAll, ownerId: "tom", from: files.root, to: "/srv/more", isDeep: true });
  expect(await db.davProperty.count({ where: { ownerId: "tom" } })).toBe(kept);
  await db.davProperty.updateMany({ where: { name: "7" }, data: { name: "gone" } });
  await keep("399");
  await db.davProperty.deleteMany({ where: { ownerId: "tom" } });
  await files.close();
});

test("a tree's properties are moved, copied and dropped in pages of a few hundred kilobytes, and none is left or lost", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    folder: `/srv/t${index % 3 ? "/deep" : ""}`,
    name: `${index}`,
  }));
  const common = { ownerId: "mia", values: long, updatedAt: new Date() };
  const beside = { folder: "/srv/t-beside", name: "a" };
  await db.davProperty.createMany({ data: [...rows, beside].map((row) => ({ ...row, ...common })) });
  const pages = async (place: string) => {
    const found: number[] = [];
    for await (const { bytes } of keptPages(db, place)) found.push(bytes);
    return found;
  };
  const count = (folder: string) => db.davProperty.count({ where: { folder: { in: [folder, `${folder}/deep`] } } });
  expect(Math.max(...(await pages("/srv/t")))).toBeLessThanOrEqual(262_144);
  await moveProperties(db, "/srv/t", "/srv/u");
  expect([await count("/srv/t"), await count("/srv/u"), await findKept(db, "/srv/u/deep/1")]).toEqual([0, 300, long]);
  await copyProperties({ db, storage: seesAll, ownerId: "tom", from: "/srv/u", to: "/srv/v", isDeep: true });
  expect([await count("/srv/u"), await count("/srv/v")]).toEqual([300, 300]);
  expect((await pages("/srv/v")).length).toBeGreaterThan(50);
  await dropProperties(db, "/srv/v");
  expect([await count("/srv/v"), await findKept(db, "/srv/t-beside/a")]).toEqual([0, long]);
  await dropProperties(db, "/srv/u");
});

test("a copy has nothing of what its copier may not see, and of what was not copied", async () => {
  const files = await makeLocalFixture();
  const host = (name: string) => path.join(files.root, name);
  for (const folder of ["from/secret", "to/secret"]) mkdirSync(host(folder), { recursive: true });
  for (const name of ["from/a", "from/left", "from/secret/plan", "to/a", "to/secret/plan"])
    writeFileSync(host(name), "");
  for (const name of ["from/a", "from/left", "from/secret", "from/secret/plan"]) {
    const write = await prepareKept({ db, storage: files.storage, ownerId: "mia" }, host(name), values);
    await write();
  }
  const copy = async (storage: Storage) => {
    await copyProperties({ db, storage, ownerId: "tom", from: host("from"), to: host("to"), isDeep: true });
    const names = ["a", "left", "secret", "secret/plan"];
    const kept = await Promise.all(names.map((name) => findKept(db, host(`to/${name}`))));
    return names.filter((_, index) => kept[index]?.length === 1);
  };
  expect(await copy(files.storage)).toEqual(["a", "secret", "secret/plan"]);
  expect(await copy(files.limited({ accessDirs: [""], denyDirs: ["from/secret"] }))).toEqual(["a"]);
  await files.close();
});

test("the first places below a folder are found without going through all of them", async () => {
  await db.$executeRaw`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO "DavProperty" ("folder", "name", "ownerId", "values", "updatedAt")
    SELECT '/srv/many/' || (i % 100), i, 'mia', '[]', '2026-01-01T00:00:00.000+00:00' FROM n`;
  const count = async (place: string) => (await findKeptBelow(db, place)).length;
  const places = ["/srv/many", "/", "/srv/many/7/7", "/srv/man"];
  expect(await Promise.all(places.map(count))).toEqual([200, 200, 1, 0]);
  await db.$executeRaw`DELETE FROM "DavProperty" WHERE "folder" >= '/srv/many/' AND "folder" < '/srv/many0'`;
});
