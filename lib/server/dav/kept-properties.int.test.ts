import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { noGrants } from "@/lib/server/session/grants";
import { copyProperties, findKept, findKeptIn } from "./kept-properties";

let dir: string;
let db: Db;
const values = [{ namespace: "urn:x", name: "a", xml: '<a xmlns="urn:x"/>' }];

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-properties-"));
  const file = path.join(dir, "filedeck.db");
  await migrate(file, "prisma/migrations");
  db = openDb(file);
  const rest = { passwordHash: "", grants: noGrants, preferences: {} };
  for (const id of ["mia", "tom"]) await db.user.create({ data: { id, username: id, ...rest } });
  const rows = Array.from({ length: 4_000 }, (_, index) => ({ folder: "/srv/a", name: `${index}` }));
  const folder = { folder: "/srv", name: "a" };
  const common = { ownerId: "mia", values, updatedAt: new Date() };
  await db.davProperty.createMany({ data: [folder, ...rows].map((row) => ({ ...row, ...common })) });
});
afterAll(async () => {
  await db.$disconnect();
  rmSync(dir, { recursive: true, force: true });
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
