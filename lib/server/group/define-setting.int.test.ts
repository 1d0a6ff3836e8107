import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { migrate } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { defineSetting } from "./define-setting";

let dir: string;
let db: Db;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-setting-"));
  const file = path.join(dir, "filedeck.db");
  await migrate(file, "prisma/migrations");
  db = openDb(file);
});
afterAll(async () => {
  await db.$disconnect();
  rmSync(dir, { recursive: true, force: true });
});

const schema = z.object({ on: z.boolean(), days: z.number().int().min(0) });
const define = () => defineSetting({ name: "example", schema, fallback: { on: true, days: 7 } });

it("is its fallback until it is set, and what was set after the next start", async () => {
  const setting = define();
  await setting.load(db);
  expect(setting.get()).toEqual({ on: true, days: 7 });
  expect(await setting.write({ on: false, days: 1 }, { db })).toEqual({ on: false, days: 1 });
  expect(await setting.read()).toEqual({ on: false, days: 1 });
  const next = define();
  await next.load(db);
  expect(next.get()).toEqual({ on: false, days: 1 });
});

it("takes fields that were not there then from the fallback, and all of it where it cannot be read", async () => {
  const store = (value: object) => db.setting.update({ where: { key: "example" }, data: { value } });
  const setting = define();
  await store({ on: false });
  await setting.load(db);
  expect(setting.get()).toEqual({ on: false, days: 7 });
  await store({ on: false, days: -1 });
  await setting.load(db);
  expect(setting.get()).toEqual({ on: true, days: 7 });
  await store([]);
  await setting.load(db);
  expect(setting.get()).toEqual({ on: true, days: 7 });
});
