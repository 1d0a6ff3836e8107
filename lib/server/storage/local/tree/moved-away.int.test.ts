import fs from "node:fs";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { at, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { holdTurn } from "@/lib/server/storage/conformance/hold-turn";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import { sys } from "@/lib/server/storage/local/sys/sys";

afterEach(() => void vi.restoreAllMocks());

/** As whoever saves it does. */
function takeTurn(file: string): Promise<() => Promise<void>> {
  const fd = fs.openSync(path.dirname(file), "r");
  onTestFinished(() => fs.closeSync(fd));
  return holdTurn((run) => namesInTurn([{ fd, name: path.basename(file) }], run));
}

function save(file: string): void {
  fs.writeFileSync(`${file}-new`, "saved meanwhile");
  fs.renameSync(`${file}-new`, file);
}

test("what is saved in its turn while a tree goes to another disk stays", async ({ skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const source = path.join(root, "t/a");
  fs.mkdirSync(path.dirname(source));
  fs.writeFileSync(source, "first");
  const endTurn = await takeTurn(source);
  const moving = storage.move(at("t"), at("other"), treeOptions());
  await vi.waitFor(() => expect(fs.readFileSync(path.join(other, "t/a"), "utf8")).toBe("first"));
  save(source);
  await endTurn();
  expect((await moving).failures).toEqual([{ path: "r/t/a", error: "file/changed" }]);
  expect(fs.readFileSync(source, "utf8")).toBe("saved meanwhile");
});

test.for([
  ["a file", 1],
  ["one of several names", 2],
] as const)("what is saved in its turn while %s goes to another disk stays", async ([, names], { skip }) => {
  const { storage, root, other } = await fixtureOnTwoDisks(skip);
  const [source, target] = [path.join(root, "a"), path.join(other, "a")];
  fs.writeFileSync(source, "first");
  if (names > 1) fs.linkSync(source, path.join(root, "b"));
  const { fsync } = sys;
  const held: (() => Promise<void>)[] = [];
  let isArrived = false;
  // Last of all before the source goes.
  vi.spyOn(sys, "fsync").mockImplementation(async (fd) => {
    await fsync(fd);
    if (isArrived || !fs.existsSync(target)) return;
    isArrived = true;
    held.push(await takeTurn(source));
  });
  const moving = outcomeOf(storage.move(at("a"), at("other"), treeOptions()));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  for (let turns = 0; turns < 200; turns++) await turn();
  save(source);
  for (const endTurn of held) await endTurn();
  expect(await moving).toBe("file/changed");
  expect(fs.readFileSync(source, "utf8")).toBe("saved meanwhile");
});
