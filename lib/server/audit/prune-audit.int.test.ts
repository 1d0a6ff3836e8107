import { afterAll, beforeAll, expect, it } from "vitest";
import { resetCommandCode } from "@/lib/contracts/audited-actions";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { pruneAudit } from "./prune-audit";

let fixture: DbFixture;
let db: Db;
const dayMs = 86_400_000;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
});
afterAll(async () => {
  await fixture.close();
});

const line = { at: new Date(), userId: null, username: "", address: "", target: "", requestId: "" };

it("drops the oldest past the limits, and no user's line for a stranger's", async () => {
  const old = { ...line, at: new Date(Date.now() - 11 * dayMs), userId: "mia", username: "mia" };
  const rows = [
    { ...old, action: "old", outcome: "success" },
    { ...line, action: resetCommandCode, outcome: "success" },
    { ...line, username: "mia", action: "POST user/login", outcome: "success" },
    ...Array.from({ length: 30 }, (_, at) => ({ ...line, userId: "mia", action: `own ${at}`, outcome: "success" })),
  ];
  await db.audit.createMany({ data: rows });
  await db.$executeRawUnsafe(`INSERT INTO "Audit" ("at", "username", "address", "action", "target", "outcome", "requestId")
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
    SELECT (SELECT max("at") FROM "Audit"), 'mia', '', 'guess ' || i, '', 'auth/wrong-credentials', '' FROM n`);
  expect(await pruneAudit(db, { days: 10, rows: 40 })).toBe(1 + 4_990);
  const kept = (await db.audit.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);
  expect(kept.slice(0, 3)).toEqual([resetCommandCode, "POST user/login", "own 0"]);
  expect(kept.slice(-10)).toEqual(Array.from({ length: 10 }, (_, at) => `guess ${4_990 + at}`));
  expect(await pruneAudit(db, { days: 10, rows: 40 })).toBe(0);
  expect(await pruneAudit(db, { days: 10, rows: 8 })).toBe(32 - 8 + 8);
});
