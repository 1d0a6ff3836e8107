import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { noGrants } from "@/lib/server/session/grants";
import { copyProperties, findKept, findKeptIn } from "./kept-properties";

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
  await copyProperties({ db, ownerId: "tom", from: "/srv/a", to: "/srv/b", isDeep: true });
  expect([await findKept(db, "/srv/b"), (await findKeptIn(db, "/srv/b", ["7", "none"])).get("7")]).toEqual([
    values,
    values,
  ]);
  expect(await db.davProperty.count({ where: { ownerId: "tom" } })).toBe(4_001);
  expect(await db.davProperty.count({ where: { ownerId: "mia" } })).toBe(4_001);
});

test("copies do not come past what a user may keep", async () => {
  for (const to of ["/srv/c", "/srv/d", "/srv/e", "/srv/f"])
    await copyProperties({ db, ownerId: "tom", from: "/srv/a", to, isDeep: true });
  expect(await db.davProperty.count({ where: { ownerId: "tom" } })).toBe(10_000);
});
