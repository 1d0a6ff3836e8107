import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeTrashFixture } from "@/lib/server/trash/trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { renameEntry } from "./rename-entry";
import { setUndoableKinds } from "./undo-fixture";

setUndoableKinds();

test("a rename tells the audit log both names, and undoing it what goes back to where", async () => {
  const fixture = await makeTrashFixture();
  const { ctx, root } = fixture;
  onTestFinished(fixture.close);
  const said: unknown[] = [];
  const telling: Ctx = { ...ctx, about: (target, changes) => void said.push([target, changes?.text]) };
  writeFileSync(`${root}/contract.txt`, "signed");
  const path = "r/contract.txt" as VirtualPath; // the fixture's root
  const { undo_id: id } = await renameEntry({ path, newName: "old.txt" as EntryName }, telling);
  expect(said).toEqual([["r/contract.txt → r/old.txt", ""]]);
  said.length = 0;
  await fixture.end(await undo({ id: id ?? "" }, telling));
  expect(said).toEqual([[["r/old.txt → r/contract.txt"], "move: 1"]]);
});
