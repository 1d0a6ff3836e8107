import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Changes } from "@/lib/server/base/describe-changes";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { defineSetting } from "./define-setting";

let fixture: DbFixture;
let db: Db;
beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
});
afterAll(async () => {
  await fixture.close();
});

const schema = z.object({ on: z.boolean(), days: z.number().int().min(0) });
const changes: (Changes | undefined)[] = [];
const ctx = {
  about: (_: string | null, changed?: Changes) => changes.push(changed),
  get db() {
    return db;
  },
} as unknown as Ctx; // nothing else of it is used
const define = () => defineSetting({ name: "example", schema, fallback: { on: true, days: 7 } });

it("asks its check before anything is written, and tells of a change with what was before", async () => {
  const told: unknown[] = [];
  const setting = defineSetting({
    name: "checked",
    schema,
    fallback: { on: true, days: 7 },
    check: ({ days }, _, before) => {
      if (days > 2 * before.days) throw new Error("too many");
    },
    onChanged: (value, _, before) => void told.push([before.days, value.days]),
  });
  await expect(setting.write({ on: true, days: 15 }, ctx)).rejects.toThrow("too many");
  expect([setting.get().days, await db.setting.count({ where: { key: "checked" } })]).toEqual([7, 0]);
  await setting.write({ on: true, days: 14 }, ctx);
  expect(told).toEqual([[7, 14]]);
});

it("is its fallback until it is set, and what was set after the next start", async () => {
  const setting = define();
  await setting.load(db);
  expect(setting.get()).toEqual({ on: true, days: 7 });
  expect(await setting.write({ on: false, days: 1 }, ctx)).toEqual({ on: false, days: 1 });
  expect(await setting.read()).toEqual({ on: false, days: 1 });
  expect(changes.at(-1)?.text).toBe("on: true → false; days: 7 → 1");
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
  // A backup that was edited, or a broken page of the database.
  await db.$executeRaw`UPDATE "Setting" SET "value" = '{' WHERE "key" = 'example'`;
  expect((await setting.load(db))?.message).toContain("JSON");
  expect(setting.get()).toEqual({ on: true, days: 7 });
  await store({ on: true, days: 3 });
  expect([await setting.load(db), setting.get()]).toEqual([null, { on: true, days: 3 }]);
});
