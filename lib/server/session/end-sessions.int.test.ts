import { afterAll, beforeAll, expect, it } from "vitest";
import { afterReading } from "@/lib/server/db/after-reading-fixture";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { noGrants } from "./grants";
import { endSessions, onSessionsEnded } from "./end-sessions";
import { findEndReason } from "./find-end-reason";
import { hashToken } from "@/lib/server/base/keys";

let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: noGrants, preferences: {} } });
});
afterAll(async () => {
  await fixture.close();
});

async function makeSession(id: string, lifeMs = 60_000): Promise<void> {
  const expiresAt = new Date(Date.now() + lifeMs);
  const given = { address: "", agent: "", expiresAt };
  await db.session.create({ data: { id, userId: "mia", tokenHash: hashToken(`token of ${id}`), ...given } });
}

it("tells the reason to who holds both halves, and to nobody else", async () => {
  await makeSession("one");
  await makeSession("two");
  const told: unknown[] = [];
  onSessionsEnded((ids, reason) => told.push([ids, reason]));
  expect(await endSessions(db, { id: "one", userId: "mia" }, "changed")).toEqual(["one"]);
  expect(told).toEqual([[["one"], "changed"]]);
  expect(await db.session.count()).toBe(1);
  expect(await findEndReason(db, "one", "token of one")).toBe("changed");
  for (const [id, token] of [
    ["one", "token of two"],
    ["one", ""],
    ["none", "token of one"],
  ] as const)
    expect(await findEndReason(db, id, token)).toBeNull();
});

it("has nothing to tell of who signed out", async () => {
  await makeSession("out");
  await endSessions(db, { id: "out", userId: "mia" }, null);
  expect(await findEndReason(db, "out", "token of out")).toBeNull();
});

it("knows of sessions that are over without anybody ending them", async () => {
  await makeSession("old", -1000);
  expect(await findEndReason(db, "old", "token of old")).toBe("expired");
  expect(await findEndReason(db, "old", "another token")).toBeNull();
  await db.user.update({ where: { id: "mia" }, data: { disabled: true } });
  expect(await findEndReason(db, "old", "token of old")).toBe("disabled");
});

it("forgets reasons after a month", async () => {
  await db.endedSession.update({ where: { id: "one" }, data: { endedAt: new Date(Date.now() - 31 * 86_400_000) } });
  await makeSession("last");
  await endSessions(db, { id: "last", userId: "mia" }, "revoked");
  expect((await db.endedSession.findMany()).map(({ id }) => id)).toEqual(["last"]);
});

it("ends with what is written alongside also who has come in since, or neither", async () => {
  await makeSession("first");
  const on = afterReading(
    db,
    () => makeSession("since"),
    ({ model }) => model === "Session",
  );
  const write = () => on.user.update({ where: { id: "mia" }, data: { passwordHash: "new" } });
  const refused = on.user.update({ where: { id: "nobody" }, data: { passwordHash: "new" } });
  await expect(endSessions(on, { userId: "mia" }, "password", [write(), refused])).rejects.toThrow("No record");
  const hashOf = async () => (await db.user.findUniqueOrThrow({ where: { id: "mia" } })).passwordHash;
  expect([await db.session.count({ where: { id: { in: ["first", "since"] } } }), await hashOf()]).toEqual([2, ""]);
  await db.session.delete({ where: { id: "since" } });
  const again = afterReading(
    db,
    () => makeSession("since"),
    ({ model }) => model === "Session",
  );
  await endSessions(again, { userId: "mia" }, "password", [write()]);
  expect([await db.session.count(), await hashOf()]).toEqual([0, "new"]);
});

it("keeps no reason where the sessions go on, so that the next one is told", async () => {
  await makeSession("kept");
  const refused = () => db.user.update({ where: { id: "nobody" }, data: { passwordHash: "new" } });
  await expect(endSessions(db, { userId: "mia" }, "password", [refused()])).rejects.toThrow("No record");
  await db.$executeRaw`CREATE TRIGGER keep BEFORE DELETE ON Session BEGIN SELECT RAISE(ABORT, 'kept'); END`;
  await expect(endSessions(db, { userId: "mia" }, "factor")).rejects.toThrow("constraint");
  await db.$executeRaw`DROP TRIGGER keep`;
  expect(await db.endedSession.count({ where: { id: "kept" } })).toBe(0);
  await endSessions(db, { userId: "mia" }, "revoked");
  expect(await findEndReason(db, "kept", "token of kept")).toBe("revoked");
});
