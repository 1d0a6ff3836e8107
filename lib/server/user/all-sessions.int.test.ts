import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { hashToken } from "@/lib/server/base/keys";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { onSessionsEnded } from "@/lib/server/session/end-sessions";
import { findSessionActor, findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { noteActive } from "@/lib/server/session/note-active";
import { endIdleSessions, endUserSession, endUserSessions, listAllSessions } from "./all-sessions";

let fixture: DbFixture;
let db: Db;
const hourMs = 3_600_000;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  const common = { passwordHash: "", preferences: {} };
  await db.user.create({ data: { ...common, id: "root", username: "root", isRoot: true, grants: noGrants } });
  const managing = { ...noGrants, auth_list: ["user_manage"] };
  await db.user.create({ data: { ...common, id: "mia", username: "mia", grants: managing } });
  await db.user.create({ data: { ...common, id: "tom", username: "tom", grants: noGrants } });
});
beforeEach(async () => {
  await db.session.deleteMany();
  forgetActors();
});
afterAll(async () => {
  await fixture.close();
});

/** `agoMs`: when it began, and when something was last done in it. */
async function makeSession(userId: string, id: string, { agoMs = 0, stays = true } = {}) {
  const at = new Date(Date.now() - agoMs);
  const times = { createdAt: at, activeAt: at, lastSeenAt: at, expiresAt: new Date(Date.now() + 24 * hourMs) };
  await db.session.create({
    data: { id, userId, tokenHash: hashToken(id), address: "192.0.2.1", agent: "", stays, ...times },
  });
}

async function as(userId: string, sessionId: string | null = null): Promise<Ctx> {
  const actor = await findUserActor(db, userId);
  if (actor === null) throw new Error(`no ${userId}`);
  // What these services use of it.
  return { db, actor: { ...actor, sessionId }, about: () => undefined } as unknown as Ctx; // what these use of it
}

it("lists all sessions in pages, none twice and none left out, and those of one user", async () => {
  for (let number = 0; number < 7; number++)
    await makeSession(number % 2 === 0 ? "mia" : "tom", `s${number}`, { agoMs: number < 3 ? 5_000 : number * 10_000 });
  const ctx = await as("root", "s3");
  for (const [sort, direction, order] of [
    ["started", "down", "s2 s1 s0 s3 s4 s5 s6"],
    ["started", "up", "s6 s5 s4 s3 s0 s1 s2"],
    ["seen", "down", "s2 s1 s0 s3 s4 s5 s6"],
    ["user", "up", "s0 s2 s4 s6 s1 s3 s5"],
    ["user", "down", "s5 s3 s1 s6 s4 s2 s0"],
  ] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 10; page++) {
      const { sessions, next } = await listAllSessions({ limit: 2, after, sort, direction }, ctx);
      seen.push(...sessions.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    expect(seen.join(" ")).toBe(order);
  }
  const usual = { sort: "started", direction: "down", limit: 50 } as const;
  const own = await listAllSessions({ ...usual, username: "tom" }, ctx);
  expect(own.sessions.map(({ id, username, current }) => [id, username, current])).toEqual([
    ["s1", "tom", false],
    ["s3", "tom", true],
    ["s5", "tom", false],
  ]);
  await expect(listAllSessions({ ...usual, after: "mia~s1" }, ctx)).rejects.toThrow("request/invalid");
});

it("ends one, or all but the own, and tells why; nobody's who may more", async () => {
  for (const [user, id] of [
    ["root", "r1"],
    ["mia", "m1"],
    ["tom", "t1"],
    ["tom", "t2"],
    ["tom", "t3"],
  ] as const)
    await makeSession(user, id);
  const told: unknown[] = [];
  onSessionsEnded((ids, reason) => told.push([[...ids].toSorted(), reason]));
  const mia = await as("mia", "m1");
  await expect(endUserSession({ id: "r1" }, mia)).rejects.toThrow("user/above");
  await expect(endUserSessions({ id: "root" }, mia)).rejects.toThrow("user/above");
  await expect(endUserSession({ id: "none" }, mia)).rejects.toThrow("user/session-gone");
  expect(told).toEqual([]);
  await endUserSession({ id: "t1" }, mia);
  expect(await endUserSessions({ id: "tom" }, mia)).toEqual({ ended: 2 });
  expect(await endUserSessions({ id: "mia" }, mia)).toEqual({ ended: 0 });
  expect(told.slice(0, 2)).toEqual([
    [["t1"], "administrator"],
    [["t2", "t3"], "administrator"],
  ]);
  expect((await db.session.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id)).toEqual(["m1", "r1"]);
});

it("ends those in which nothing was done, and none in which something is", async () => {
  await makeSession("tom", "idle", { agoMs: 13 * hourMs, stays: false });
  await makeSession("tom", "stays", { agoMs: 13 * hourMs });
  await makeSession("tom", "back", { agoMs: 13 * hourMs, stays: false });
  expect(await findSessionActor(db, "back", "back")).toBeNull();
  await noteActive(db, "back");
  expect(await findSessionActor(db, "back", "back")).not.toBeNull();
  await endIdleSessions({ db });
  expect((await db.session.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id)).toEqual(["back", "stays"]);
});
