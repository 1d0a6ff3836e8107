import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeEntries } from "@/lib/server/file/change-trees";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { undo } from "@/lib/server/undo/undo";
import { chunked } from "@/lib/shared/chunked";
import { encodePath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { emptyTrash, purgeTrash } from "./purge-trash";
import { restoreTrash } from "./restore-trash";
import { sweepTrash } from "./sweep-trash";
import { keptFor30Days, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashSetting } from "./trash-setting";

setUndoableKinds();

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
});
afterEach(() => fixture.close());

const mostBytes = 3 * 1024 * 1024;

/** The fixture's context, and the longest that one statement has read or written of the trash. */
function watched() {
  const longest = { read: 0, written: 0 };
  const note = (kind: keyof typeof longest, what: unknown) => {
    longest[kind] = Math.max(longest[kind], JSON.stringify(what).length);
  };
  const db = fixture.ctx.db.$extends({
    query: {
      trash: {
        async findMany({ args, query }) {
          const rows = await query(args);
          note("read", rows);
          return rows;
        },
        createMany({ args, query }) {
          note("written", args);
          return query(args);
        },
      },
    },
  });
  const ctx = { ...fixture.ctx, db } as unknown as Ctx; // the same client, which notes
  return { ctx, longest };
}

/** Of files that are not there. */
async function makeRows(count: number, folder: string, place = "/none"): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomId(),
    ownerId: "mia",
    ownerName: "mia",
    path: encodePath(at(`${folder}${index}`)),
    hostPath: encodePath(`${place}/${folder}${index}`),
    folder: encodePath(`${place}/.filedeck-trash/mia/${index}`),
    kind: "file",
    state: "there",
    deletedAt: new Date(),
  }));
  for (const data of chunked(rows, 20)) await fixture.ctx.db.trash.createMany({ data: [...data] });
  return rows.map(({ id }) => id);
}

test("however long their paths are, rows of the trash are read a few at a time", async () => {
  const { ctx, longest } = watched();
  const ids = await makeRows(400, `${"\u00e9".repeat(125)}/`.repeat(15));
  // One after the other: what is being restored is nobody else's to delete.
  for (const begin of [
    () => restoreTrash({ ids, conflict: "fail" }, ctx),
    () => purgeTrash({ ids }, ctx),
    () => emptyTrash({ all: false }, ctx),
  ]) {
    // Their volume is away.
    const task = await fixture.end(await begin());
    expect([task.count, task.failureCount]).toEqual([400, 400]);
  }
  await trashSetting.write({ ...keptFor30Days, bytes: 1 }, fixture.ctx);
  await sweepTrash(ctx);
  expect(longest.read).toBeLessThan(mostBytes);
});

test("what is deleted is written down in parts of bounded length", async () => {
  const { ctx, longest } = watched();
  const deep = Array.from({ length: 14 }, () => "d".repeat(240)).join("/");
  mkdirSync(path.join(fixture.root, deep), { recursive: true });
  const names = Array.from({ length: 120 }, (_, index) => `${deep}/${index}`);
  for (const name of names) writeFileSync(path.join(fixture.root, name), "");
  const task = await fixture.end(await removeEntries({ files: names.map((name) => at(name)), permanent: false }, ctx));
  expect([task.state, task.files, task.count]).toEqual(["done", 120, 120]);
  expect(longest.written).toBeLessThan(256 * 1024);
});

test.each([
  ["upload", (ids: string[]) => ({ files: ids.map((id) => ({ id, stamp: "w" })) })],
  ["trash", (ids: string[]) => ({ ids })],
  ["move", (ids: string[]) => ({ pairs: [], replaced: ids })],
])("an undo of kind %s holds nobody up, however many long paths it has", async (kind, of) => {
  const { ctx, longest } = watched();
  const ids = await makeRows(1_200, `${"\udcff".repeat(240)}/`.repeat(14), fixture.root);
  const pinned: number[] = [];
  const storage: Ctx["storage"] = {
    ...ctx.storage,
    pinned(pins) {
      pinned.push(pins.length);
      return ctx.storage.pinned(pins);
    },
  };
  await ctx.db.undo.create({ data: { id: kind, ownerId: "mia", sessionId: "", what: { kind, ...of(ids) } } });
  let taskId = "";
  ({ taskId } = await undo({ id: kind }, { ...ctx, storage }));
  // And while it goes on.
  await wait(300);
  runningTasks.get(taskId)?.cancel();
  expect((await fixture.end({ taskId })).state).toBe("cancelled");
  // Of 1,200: all at once they would hold everybody up for a second.
  expect(Math.max(...pinned, 0)).toBeLessThanOrEqual(50);
  expect(longest.read).toBeLessThan(mostBytes);
});
