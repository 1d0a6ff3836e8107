import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { setUndoKinds } from "@/lib/server/undo/undo-kinds";
import { fileUndos } from "./file-undo";
import { trashUndos } from "@/lib/server/trash/trash-undo";
import { copyEntries } from "./change-trees";

setUndoKinds([...trashUndos, ...fileUndos]);

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

test("one call with an answer for each taken name is one task and one undo", async () => {
  const { root, ctx } = fixture;
  const at = (text: string) => `r/${text}` as VirtualPath; // the fixture's root
  for (const folder of ["from", "to"]) {
    mkdirSync(path.join(root, folder));
    for (const name of ["a", "b", "c"]) writeFileSync(path.join(root, folder, name), folder);
  }
  writeFileSync(path.join(root, "from", "d"), "from");
  const files = ["a", "b", "c", "d"].map((name) => at(`from/${name}`));
  const each = { "r/from/a": "replace", "r/from/b": "rename", "r/from/c": "skip" } as const;
  const names = () => readdirSync(path.join(root, "to")).toSorted();
  const before = names();
  const done = await fixture.end(await copyEntries({ files, to: at("to"), conflict: "fail", each }, ctx));
  expect(done).toMatchObject({ state: "done", count: 4, files: 3, skipped: 1, replaced: 1 });
  expect(names()).toHaveLength(5);
  expect(["a", "b", "c"].map((name) => readFileSync(path.join(root, "to", name), "utf8"))).toEqual([
    "from",
    "to",
    "to",
  ]);
  await fixture.end(await undo({ id: done.id }, ctx));
  expect(names()).toEqual(before);
  expect(readFileSync(path.join(root, "to", "a"), "utf8")).toBe("to");
});
