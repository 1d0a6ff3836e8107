import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hashToken } from "@/lib/server/base/keys";
import { afterReading } from "@/lib/server/db/after-reading-fixture";
import { countingOf } from "@/lib/server/db/counting-fixture";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { endSessions } from "./end-sessions";
import { findAppPasswordHolder, findSessionActor, findSessionOwner, findTokenActor, forgetActors } from "./find-actor";
import { noGrants } from "./grants";

let fixture: DbFixture;
const sessions = Array.from({ length: 8 }, (_, index) => `s${index}`);
const [long, soon] = [new Date(Date.now() - 600_000), new Date(Date.now() + 600_000)];

beforeAll(async () => {
  fixture = await makeDbFixture();
  await fixture.db.user.create({
    data: { id: "mia", username: "mia", passwordHash: "", grants: noGrants, preferences: {} },
  });
});
beforeEach(async () => {
  const { db } = fixture;
  const given = { userId: "mia", address: "", agent: "", expiresAt: soon, activeAt: new Date(), lastSeenAt: long };
  await db.session.deleteMany();
  await db.session.createMany({
    data: sessions.map((id) => ({ id, tokenHash: hashToken(`token of ${id}`), ...given })),
  });
  await db.user.updateMany({ data: { lastSeenAt: null } });
  forgetActors();
});
afterAll(() => fixture.close());

const enter = (db: Db, id: string) => findSessionActor(db, id, `token of ${id}`);
const times = <T>(count: number, run: (index: number) => T) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const oldest = async () => {
  const { lastSeenAt } = await fixture.db.session.findFirstOrThrow({ orderBy: { lastSeenAt: "asc" } });
  return Date.now() - lastSeenAt.getTime();
};

test("a session that many ask for at once is read once, and that a user is here is written once for all of theirs", async () => {
  const { db, asked } = countingOf(fixture.db);
  const found = await times(300, (index) => enter(db, `s${index % 8}`));
  expect(found.map((actor) => actor?.userId)).toEqual(Array(300).fill("mia"));
  expect(asked.filter((name) => name === "Session.findUnique")).toHaveLength(8);
  await vi.waitFor(async () => expect(await oldest()).toBeLessThan(60_000));
  const writes = asked.filter((name) => /update/i.test(name));
  expect(writes.filter((name) => name.startsWith("User.")).length).toBeLessThanOrEqual(2);
  expect(writes.length).toBeLessThanOrEqual(8);
  // Nor is it written again for what is read anew soon after.
  asked.length = 0;
  forgetActors();
  await times(300, (index) => enter(db, `s${index % 8}`));
  expect(asked).toEqual(Array(8).fill("Session.findUnique"));
});

test("neither a wrong token nor another's passes for having asked at the same time", async () => {
  const { db } = fixture;
  const [own, wrong, none] = await Promise.all([enter(db, "s1"), findSessionActor(db, "s1", "x"), enter(db, "gone")]);
  expect([own?.sessionId, wrong, none]).toEqual(["s1", null, null]);
});

test("a session that ends while it is read is refused to whoever asks afterward, and not kept", async () => {
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => (letGo = resolve));
  let isRead = () => {};
  const read = new Promise<void>((resolve) => (isRead = resolve));
  const slow = afterReading(
    fixture.db,
    () => {
      isRead();
      return isHeld;
    },
    ({ model }) => model === "Session",
  );
  const before = enter(slow, "s2");
  await read;
  const joined = findSessionOwner(slow, "s2");
  await endSessions(fixture.db, { id: "s2" }, null);
  expect(await enter(fixture.db, "s2")).toBeNull();
  expect(await findSessionOwner(slow, "s2")).toBeNull();
  letGo();
  // They had asked before it ended; nothing of their answer is left.
  expect([(await before)?.sessionId, (await joined)?.sessionId]).toEqual(["s2", "s2"]);
  expect(await enter(fixture.db, "s2")).toBeNull();
});

test("a reading that fails is not what others go on with", async () => {
  const broken = afterReading(
    fixture.db,
    () => Promise.reject(new Error("broken")),
    ({ model }) => model === "Session",
  );
  const results = await Promise.allSettled([enter(broken, "s3"), enter(broken, "s3")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await enter(broken, "s3"))?.sessionId).toBe("s3");
});

test("tokens and passwords for programs as well", async () => {
  const { db, asked } = countingOf(fixture.db);
  await fixture.db.apiToken.create({
    data: { id: "t", userId: "mia", name: "t", tokenHash: hashToken("fd_t"), authList: [] },
  });
  await fixture.db.appPassword.create({
    data: { id: "p", userId: "mia", name: "p", secretHash: hashToken("secret"), readOnly: false },
  });
  await times(100, (index) => (index % 2 === 0 ? findTokenActor(db, "fd_t") : findAppPasswordHolder(db, "secret")));
  expect(asked.filter((name) => name.includes("find")).toSorted()).toEqual([
    "ApiToken.findUnique",
    "AppPassword.findUnique",
  ]);
  const used = async () => [
    (await fixture.db.apiToken.findFirstOrThrow()).lastUsedAt,
    (await fixture.db.appPassword.findFirstOrThrow()).lastUsedAt,
  ];
  await vi.waitFor(async () => expect(await used()).not.toContain(null));
  expect(asked.filter((name) => name.includes("update")).length).toBe(2);
});
