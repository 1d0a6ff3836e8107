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
