import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { hashToken } from "@/lib/server/base/keys";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { findSessionActor, forgetActors } from "./find-actor";
import { findEndReason } from "./find-end-reason";
import { noGrants } from "./grants";
import { sessionEndMs, whereIdle, whereLive } from "./session-end";
import { defaultSignInRules, setSignInRules } from "./sign-in-rules";

let fixture: DbFixture;
let db: Db;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: noGrants, preferences: {} } });
});
afterEach(() => setSignInRules(() => defaultSignInRules));
afterAll(async () => {
  await fixture.close();
});

/** `idleMs`: since something was done in it; null: nobody noted that. */
async function makeSession(id: string, { stays, idleMs }: { stays: boolean; idleMs: number | null }) {
  const now = Date.now();
  return db.session.create({
    data: {
      id,
      userId: "mia",
      tokenHash: hashToken(`token of ${id}`),
      address: "",
      agent: "",
      stays,
      activeAt: idleMs === null ? null : new Date(now - idleMs),
      lastSeenAt: new Date(now - 1000),
      expiresAt: new Date(now + 20 * dayMs),
    },
  });
}

it("ends sessions in which nothing is done, but for those that stay", async () => {
  setSignInRules(() => ({ ...defaultSignInRules, idle_minutes: 60 }));
  const made = [
    await makeSession("busy", { stays: false, idleMs: 1000 }),
    await makeSession("idle", { stays: false, idleMs: 2 * hourMs }),
    await makeSession("stays", { stays: true, idleMs: 2 * hourMs }),
    await makeSession("older", { stays: true, idleMs: null }),
  ];
  const live = async () =>
    (await db.session.findMany({ where: whereLive(), orderBy: { id: "asc" } })).map(({ id }) => id);
  const idle = async () => (await db.session.findMany({ where: whereIdle() })).map(({ id }) => id);
  expect(await live()).toEqual(["busy", "older", "stays"]);
  expect(await idle()).toEqual(["idle"]);
  // What the lists say is what the gate says.
  const entered = async () => {
    forgetActors();
    const ids: string[] = [];
    for (const { id } of made) if ((await findSessionActor(db, id, `token of ${id}`)) !== null) ids.push(id);
    return ids.toSorted();
  };
  expect(await entered()).toEqual(["busy", "older", "stays"]);
  expect(await findEndReason(db, "idle", "token of idle")).toBe("idle");

  setSignInRules(() => ({ ...defaultSignInRules, idle_minutes: 60, may_stay: false }));
  expect(await live()).toEqual(["busy", "older"]);
  expect(await entered()).toEqual(["busy", "older"]);
});

it("ends none later than it was meant to last", () => {
  const now = Date.now();
  const times = { expiresAt: new Date(now + 1000), lastSeenAt: new Date(now), activeAt: new Date(now) };
  expect(sessionEndMs({ ...times, stays: false })).toBe(now + 1000);
  expect(sessionEndMs({ ...times, stays: true })).toBe(now + 1000);
});
