import { afterAll, beforeAll, expect, it } from "vitest";
import { ownCodes, resetCommandCode, stopStartedCode } from "@/lib/contracts/audited-actions";
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
  expect(await pruneAudit(db, { days: 10, rows: 8 })).toBe(31 - 8 + 8 + 1);
});

it("keeps what the server records of itself from strangers' lines, and each kind of it from the others", async () => {
  await db.audit.deleteMany();
  const done = { ...line, outcome: "success" };
  await db.audit.createMany({
    data: [
      ...ownCodes.map((action) => ({ ...line, action, outcome: "docker/start-refused" })),
      ...Array.from({ length: 5 }, (_, at) => ({ ...done, userId: "mia", username: "mia", action: `own ${at}` })),
      ...Array.from({ length: 200 }, (_, at) => ({ ...done, action: "GET share/{link}/file", target: `plans: ${at}` })),
      ...Array.from({ length: 50 }, (_, at) => ({ ...done, action: stopStartedCode, target: `${at}` })),
    ],
  });
  expect(await pruneAudit(db, { days: 10, rows: 60 })).toBe(200 - 15 + 51 - 3);
  const kept = await db.audit.findMany({ orderBy: { id: "asc" } });
  const others = ownCodes.filter((code) => code !== stopStartedCode);
  const own = Array.from({ length: 5 }, (_, at) => `own ${at}`);
  expect(kept.slice(0, 13).map(({ action }) => action)).toEqual([...others, ...own]);
  expect(kept.filter(({ action }) => action === stopStartedCode).map(({ target }) => target)).toEqual([
    "47",
    "48",
    "49",
  ]);
});

it("never takes a name for an id: an account named like another's id would have pushed its lines out", async () => {
  await db.audit.deleteMany();
  const done = { ...line, outcome: "success" };
  await db.audit.createMany({
    data: [
      ...Array.from({ length: 30 }, (_, at) => ({ ...done, userId: "tom", username: "tom", action: `tom ${at}` })),
      ...Array.from({ length: 50 }, (_, at) => ({ ...done, username: "tom", action: `sign-in ${at}` })),
    ],
  });
  expect(await pruneAudit(db, { days: 10, rows: 60 })).toBe(20);
  const kept = (await db.audit.findMany()).filter(({ userId }) => userId === "tom");
  expect(kept).toHaveLength(30);
});

it("removes of users' lines those of whoever has most, not what others did before", async () => {
  await db.audit.deleteMany();
  const done = { ...line, outcome: "success" };
  await db.audit.createMany({
    data: [
      ...Array.from({ length: 5 }, (_, at) => ({ ...done, userId: "root", username: "root", action: `root ${at}` })),
      ...Array.from({ length: 3_000 }, (_, at) => ({ ...done, userId: "mia", username: "mia", action: `mia ${at}` })),
    ],
  });
  expect(await pruneAudit(db, { days: 10, rows: 40 })).toBe(2_965);
  const kept = (await db.audit.findMany({ orderBy: { id: "asc" } })).map(({ action }) => action);
  expect([kept.slice(0, 6), kept.at(-1)]).toEqual([
    ["root 0", "root 1", "root 2", "root 3", "root 4", "mia 2965"],
    "mia 2999",
  ]);
});

it("keeps what somebody did from what costs them nothing: calls that fail, and looks", async () => {
  await db.audit.deleteMany();
  const by = (who: string) => ({ ...line, userId: who, username: who, outcome: "success" });
  const deed = { ...by("evil"), target: "deed" };
  const lines = (who: string, count: number, action: string, outcome = "success") =>
    Array.from({ length: count }, () => ({ ...by(who), action, outcome }));
  await db.audit.createMany({
    data: [
      { ...deed, action: "PUT file/{path*}" },
      { ...deed, action: "POST file/delete" },
      ...lines("mia", 20, "POST file/new/dir"),
      ...lines("evil", 300, "POST file/new/dir", "file/not-found"),
      ...lines("evil", 300, "GET audit/export"),
    ],
  });
  expect(await pruneAudit(db, { days: 10, rows: 40 })).toBe(582);
  const deeds = () =>
    db.audit.findMany({ where: { target: "deed" }, orderBy: { id: "asc" }, select: { action: true } });
  expect((await deeds()).map(({ action }) => action)).toEqual(["PUT file/{path*}", "POST file/delete"]);
  // Many new folders do not push out a deletion either.
  await db.audit.createMany({ data: lines("evil", 300, "POST file/new/dir") });
  await pruneAudit(db, { days: 10, rows: 40 });
  expect((await deeds()).map(({ action }) => action)).toEqual(["POST file/delete"]);
  expect(await db.audit.count({ where: { userId: "mia" } })).toBeGreaterThan(15);
});

it("keeps a quarter for administrators, who usually have most lines", async () => {
  await db.audit.deleteMany();
  const user = { passwordHash: "", grants: {}, preferences: {} };
  await db.user.create({ data: { id: "boss", username: "boss", isRoot: true, ...user } });
  const lines = (who: string, count: number, action: string) =>
    Array.from({ length: count }, () => ({ ...line, userId: who, username: who, outcome: "success", action }));
  const others = Array.from({ length: 30 }, (_, at) => lines(`user ${at}`, 8, "POST user/tokens"));
  await db.audit.createMany({ data: [...lines("boss", 30, "POST file/new/dir"), ...others.flat()] });
  await pruneAudit(db, { days: 10, rows: 80 });
  expect(await db.audit.count()).toBe(80);
  expect(await db.audit.count({ where: { userId: "boss" } })).toBe(20);
});
