import { mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { forgetActors } from "@/lib/server/session/find-actor";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { fetchRun } from "./fetch-run";
import { rememberFetch, wishOf } from "./fetch-rows";

let fixture: TrashFixture;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  await fixture.ctx.db.user.update({ where: { id: "mia" }, data: { isRoot: true } });
  forgetActors();
  startAppOf({
    db: fixture.ctx.db,
    keys: deriveKeys(Buffer.alloc(32, 1)),
    stopping: new AbortController().signal,
  });
});
afterEach(() => fixture.close());

test("a download goes on where it began, and not through a link that has the folder's place since", async () => {
  const { db, actor, log, storage } = fixture.ctx;
  const [to, elsewhere] = [path.join(fixture.root, "to"), path.join(fixture.root, "elsewhere")];
  for (const folder of [to, elsewhere]) mkdirSync(folder);
  const asked = {
    url: new URL("https://192.0.2.1/job"),
    to: at("to"),
    place: await storage.placeOf(at("to")),
    name: undefined,
    conflict: "rename" as const,
  };
  const row = await rememberFetch(db, { taskId: "one", actor, wish: asked });
  renameSync(to, path.join(fixture.root, "aside"));
  symlinkSync("elsewhere", to);
  const wish = wishOf(row);
  if (wish === null) throw new Error("not kept");
  const [step] = fetchRun({ row, wish, shown: "job", storage, actor, log, isResumed: true }).steps;
  const { signal } = new AbortController();
  const run = step?.run({ signal, onProgress: () => {}, ask: async () => Promise.reject() });
  await expect(run).rejects.toThrow("file/place-changed");
  expect(readdirSync(elsewhere)).toEqual([]);
});
