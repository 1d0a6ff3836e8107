import { expect, it, onTestFinished } from "vitest";
import pino from "pino";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { describeTargets } from "@/lib/server/http/describe-target";
import { createAuditLog } from "./audit-log";

it("stores what anybody sent so that it can be read again: half a character ended the whole process", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const audit = createAuditLog(db, pino({ level: "silent" }));
  const line = { atMs: 0, userId: "mia", address: "::1", action: "POST a", outcome: "success", requestId: "" };
  audit.record({ ...line, username: "\ud800", target: "\udc00" });
  audit.record({ ...line, username: `${"u".repeat(127)}🎉`, target: `${"t".repeat(1023)}🎉` });
  await audit.flush();
  expect((await db.audit.findMany()).map(({ username, target }) => [username.at(-1), target.at(-1)])).toEqual([
    ["\ufffd", "\ufffd"],
    ["\udf89", "\udf89"],
  ]);
});

it("tells the end of a long path, and says how much of its middle it left out", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const audit = createAuditLog(db, pino({ level: "silent" }));
  const line = { atMs: 0, userId: "mia", username: "mia", address: "::1", outcome: "success", requestId: "" };
  const path = `demo/${"x/".repeat(2_000)}victim.txt`;
  audit.record({ ...line, action: "DELETE dav", target: path, changes: "y".repeat(5_000) });
  await audit.flush();
  const { target, changes } = await db.audit.findFirstOrThrow();
  expect(target).toMatch(/^demo\/x.*…\(\d+\)….*\/victim\.txt$/);
  expect([target.length <= 1_024, changes.length <= 4_096]).toEqual([true, true]);
});

it("keeps guesses at an account after any noise, and tells what it left out when it ends", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: {}, preferences: {} } });
  const audit = createAuditLog(db, pino({ level: "silent" }));
  const guess = {
    atMs: Date.now(),
    userId: null,
    address: "::1",
    target: "",
    outcome: "auth/wrong-credentials",
    requestId: "",
  };
  const record = (username: string) => audit.record({ ...guess, username, action: "POST user/login" });
  for (let index = 0; index < 300; index++) record(`nobody ${index}`);
  for (let index = 0; index < 4; index++) record("mia");
  await audit.flush();
  const kept = async () =>
    (await db.audit.findMany({ orderBy: { id: "asc" } })).map((row) =>
      `${row.username} ${row.action} ${row.target}`.trim(),
    );
  expect((await kept()).filter((text) => text.startsWith("mia "))).toHaveLength(4);
  expect(await kept()).toHaveLength(64);
  await audit.flush({ isLast: true });
  expect((await kept()).slice(64)).toEqual(["OMIT audit 240 × POST user/login"]);
});

it("gives many calls about thousands of things no more lines than a few such calls, and then one for each", async () => {
  const { db, close } = await makeDbFixture();
  onTestFinished(close);
  const audit = createAuditLog(db, pino({ level: "silent" }));
  const line = { atMs: 0, username: "", address: "::1", action: "POST file/delete", outcome: "success", requestId: "" };
  const remove = (userId: string, call: number) => {
    const files = Array.from({ length: 10_000 }, (_, at) => `demo/${call}-${at}`);
    audit.recordEach({ ...line, userId }, (room) =>
      describeTargets({ told: null, input: { files }, isNamed: true, isDone: true, room }),
    );
  };
  for (let call = 0; call < 30; call++) remove("evil", call);
  remove("mia", 0);
  audit.recordEach({ ...line, userId: "evil", changes: "b" }, () => ["a"]);
  await audit.flush();
  const count = (userId: string) => db.audit.count({ where: { userId } });
  expect(await count("evil")).toBeLessThanOrEqual(2_100);
  expect(await count("mia")).toBeGreaterThan(100);
  expect(await db.audit.count({ where: { target: { contains: "demo/29-0" } } })).toBe(1);
  expect(await db.audit.findFirstOrThrow({ where: { target: "a" } })).toMatchObject({ changes: "b" });
});
