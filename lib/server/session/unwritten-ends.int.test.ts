import { statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openEndedFile } from "@/lib/server/db/ended-file";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import { findSessionActor, forgetActors } from "./find-actor";
import { noGrants } from "./grants";
import { hashToken } from "@/lib/server/base/keys";
import { isEndUnwritten, noteUnwrittenEnds, settleUnwrittenEnds } from "./unwritten-ends";

test("a session that ended on a full volume is dead at once, stays so over a restart, and is deleted then", async () => {
  const { db, dir, close } = await makeDbFixture();
  forgetActors();
  const user = { id: "mia", username: "mia", passwordHash: "", grants: noGrants, preferences: {} };
  await db.user.create({ data: user });
  const given = { userId: "mia", address: "", agent: "", expiresAt: new Date(Date.now() + 60_000) };
  for (const id of ["one", "two"])
    await db.session.create({ data: { id, tokenHash: hashToken(`token of ${id}`), ...given } });
  const find = async (id: string) => (await findSessionActor(db, id, `token of ${id}`))?.userId ?? null;

  const ended = openEndedFile(dir);
  const sizeBytes = statSync(path.join(dir, "ended-sessions")).size;
  await settleUnwrittenEnds(db, ended);
  noteUnwrittenEnds(db, ["one"]);
  expect([await find("one"), await find("two"), await db.session.count()]).toEqual([null, "mia", 2]);
  expect([ended.read(), statSync(path.join(dir, "ended-sessions")).size]).toEqual([["one"], sizeBytes]);

  await settleUnwrittenEnds(db, openEndedFile(dir));
  expect(await db.session.findMany({ select: { id: true } })).toEqual([{ id: "two" }]);
  expect([isEndUnwritten("one"), ended.read()]).toEqual([false, []]);
  await close();
});
