import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeEntries } from "@/lib/server/file/change-trees";
import { fileTasks } from "@/lib/server/file/file-tasks";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { at } from "@/lib/server/storage/conformance/support";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { encodePath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { emptyTrash, purgeTrash } from "./purge-trash";
import { restoreTrash } from "./restore-trash";
import { sweepTrash } from "./sweep-trash";
import { keptFor30Days, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { trashSetting } from "./trash-setting";
import { trashTasks } from "./trash-tasks";

setTaskKinds([...trashTasks, ...fileTasks]);

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

test("however long their paths are, rows of the trash are read a few at a time", { timeout: 60_000 }, async () => {
  const { ctx, longest } = watched();
  const long = `${"\u00e9".repeat(125)}/`.repeat(15);
  const rows = Array.from({ length: 400 }, (_, index) => ({
    id: randomId(),
    ownerId: "mia",
    ownerName: "mia",
    path: encodePath(at(`${long}${index}`)),
    hostPath: encodePath(`/none/${long}${index}`),
    folder: encodePath(`/none/${long}.filedeck-trash/mia/${index}`),
    kind: "file",
    state: "there",
    deletedAt: new Date(),
  }));
  for (const row of rows) await fixture.ctx.db.trash.create({ data: row });
  const ids = rows.map(({ id }) => id);
  for (const begun of [
    await restoreTrash({ ids, conflict: "fail" }, ctx),
    await purgeTrash({ ids }, ctx),
    await emptyTrash({ all: false }, ctx),
  ]) {
    // Their volume is away.
    const task = await fixture.end(begun);
    expect([task.count, task.failureCount]).toEqual([400, 400]);
  }
  await trashSetting.write({ ...keptFor30Days, bytes: 1 }, fixture.ctx);
  await sweepTrash(ctx);
  expect(longest.read).toBeLessThan(mostBytes);
});

test("what is deleted is written down in parts of bounded length", { timeout: 60_000 }, async () => {
  const { ctx, longest } = watched();
  const deep = Array.from({ length: 14 }, () => "d".repeat(240)).join("/");
  mkdirSync(path.join(fixture.root, deep), { recursive: true });
  const names = Array.from({ length: 120 }, (_, index) => `${deep}/${index}`);
  for (const name of names) writeFileSync(path.join(fixture.root, name), "");
  const task = await fixture.end(await removeEntries({ files: names.map((name) => at(name)), permanent: false }, ctx));
  expect([task.state, task.files, task.count]).toEqual(["done", 120, 120]);
  expect(longest.written).toBeLessThan(256 * 1024);
});
