import { expect, onTestFinished, test } from "vitest";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { makeTrashFixture } from "@/lib/server/trash/trash-fixture";
import { maxRecordBytes, recordUndo } from "./record-undo";
import { undo } from "./undo";

setUndoableKinds();

const record = (id: string, bytes: number) => ({ id, what: { kind: "move", pages: ["x".repeat(bytes)] } });

async function start() {
  const fixture = await makeTrashFixture();
  onTestFinished(fixture.close);
  const ids = async () => (await fixture.ctx.db.undo.findMany({ orderBy: { createdAt: "asc" } })).map(({ id }) => id);
  const inSession = (sessionId: string) => ({ ...fixture.ctx, actor: { ...fixture.ctx.actor, sessionId } });
  return { ctx: fixture.ctx, ids, inSession };
}

test("one that is too long is not kept, and whoever asks is told", async () => {
  const { ctx, ids } = await start();
  expect(await recordUndo(ctx, record("long", maxRecordBytes))).toBe(false);
  expect(await recordUndo(ctx, record("short", maxRecordBytes - 1_000))).toBe(true);
  expect(await ids()).toEqual(["short"]);
});

test("the oldest go where a session, or a user, has too much", async () => {
  const { ids, inSession } = await start();
  for (const session of ["a", "b", "c"])
    for (let index = 0; index < 5; index++)
      await recordUndo(inSession(session), record(`${session}${index}`, 2_700_000));
  // Four of a session are 11 MB, eight of a user 22 MB.
  expect(await ids()).toEqual(["b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"]);
});

test("no more than fifty of a session are kept", async () => {
  const { ids, inSession } = await start();
  await recordUndo(inSession("other"), record("other", 10));
  for (let index = 0; index < 52; index++) await recordUndo(inSession("a"), record(`${index}`, 10));
  expect(await ids()).toEqual(["other", ...Array.from({ length: 50 }, (_, index) => `${index + 2}`)]);
});

test("one of a version before that is longer is refused without being read, and goes with the next", async () => {
  const { ctx, ids } = await start();
  const what = { kind: "move", pairs: ["x".repeat(45_000_000)] };
  await ctx.db.undo.create({ data: { id: "old", ownerId: "mia", sessionId: "session of mia", what } });
  await expect(undo({ id: "old" }, ctx)).rejects.toThrow("undo/gone");
  await recordUndo(ctx, record("new", 10));
  expect(await ids()).toEqual(["new"]);
});
