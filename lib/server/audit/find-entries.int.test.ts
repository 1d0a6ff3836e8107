import { expect, it, onTestFinished } from "vitest";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { findEntries } from "./find-entries";

it("finds whole names, how names start, and what was changed", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const line = { at: new Date(), address: "", action: "a", target: "", outcome: "success", requestId: "" };
  for (const username of ["user-1", "user-10", "user_1", "User-1", "use"])
    await db.audit.create({ data: { ...line, username, changes: `auth_list: +${username}` } });
  const none = { action: undefined, outcome: undefined, since: undefined, until: undefined };
  const found = async (filter: { username?: string; username_start?: string; target?: string }) => {
    const wanted = { username: undefined, username_start: undefined, target: undefined, ...none, ...filter };
    const { entries } = await findEntries(db, { filter: wanted, before: undefined, most: 10 });
    return entries.map(({ username }) => username).toSorted();
  };
  expect(await found({ username: "user-1" })).toEqual(["user-1"]);
  expect(await found({ username_start: "user-1" })).toEqual(["user-1", "user-10"]);
  expect(await found({ username_start: "user_" })).toEqual(["user_1"]);
  expect(await found({ username_start: "user", username: "user-10" })).toEqual(["user-10"]);
  expect(await found({ target: "+user-10" })).toEqual(["user-10"]);
});

it("does not find among failures what only asked for a password", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  for (const outcome of ["success", "auth/confirm", "archive/password", "archive/password-wrong", "auth/forbidden"])
    await db.audit.create({
      data: { at: new Date(), username: "mia", address: "", action: "a", target: "", outcome, requestId: "" },
    });
  const found = async (outcome: "success" | "asked" | "failed") => {
    const filter = { username: undefined, username_start: undefined, target: undefined, action: undefined };
    const wanted = { ...filter, since: undefined, until: undefined, outcome };
    const { entries } = await findEntries(db, { filter: wanted, before: undefined, most: 10 });
    return entries.map((entry) => entry.outcome).toSorted();
  };
  expect(await found("success")).toEqual(["success"]);
  expect(await found("asked")).toEqual(["archive/password", "auth/confirm"]);
  expect(await found("failed")).toEqual(["archive/password-wrong", "auth/forbidden"]);
});

it("looks through a long log for a text in turns with others, and goes on where a page ended", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const target = `CASE WHEN i % 1000 = 7 THEN 'Found_' || i WHEN i % 1000 = 8 THEN 'foundX' || i ELSE 'other' END`;
  await db.$executeRawUnsafe(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO "Audit" ("at", "username", "address", "action", "target", "outcome", "requestId")
    SELECT '2026-01-01T00:00:00.000+00:00', 'u' || (i % 2000), '', 'a', ${target}, 'success', '' FROM n`);
  const none = { username_start: undefined, action: undefined, outcome: undefined, since: undefined, until: undefined };
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const ids: number[] = [];
  for (let before: number | undefined; ;) {
    const filter = { ...none, username: undefined, target: "found_" };
    const { entries, found } = await findEntries(db, { filter, before, most: 8 });
    ids.push(...entries.map(({ id }) => id));
    if (found < 8) break;
    before = ids.at(-1);
  }
  clearInterval(timer);
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => (19 - index) * 1_000 + 7));
  expect(turns).toBeGreaterThan(3);
  const ofOne = { filter: { ...none, username: "u7", target: "found_" }, before: undefined, most: 100 };
  expect((await findEntries(db, ofOne)).entries).toHaveLength(10);
});
