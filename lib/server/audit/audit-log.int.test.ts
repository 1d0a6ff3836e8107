import { expect, it, onTestFinished } from "vitest";
import pino from "pino";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
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
    ["\ufffd", "\ufffd"],
  ]);
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
