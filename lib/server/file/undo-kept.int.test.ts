import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findKept, prepareKept } from "@/lib/server/entries/kept/kept-properties";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { fixtureOnTwoDisks } from "@/lib/server/storage/conformance/two-disks";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { undo } from "@/lib/server/undo/undo";
import { moveEntries } from "./change-trees";
import { setUndoableKinds } from "./undo-fixture";

setUndoableKinds();

let fixture: TrashFixture;
let ctx: Ctx;
let root: string;
beforeEach(async () => {
  fixture = await makeTrashFixture();
  [ctx, root] = [fixture.ctx, fixture.root];
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(root, name);
async function useTwoDisks(skip: (reason: string) => void): Promise<void> {
  const disks = await fixtureOnTwoDisks(skip);
  root = disks.root;
  ctx = { ...ctx, storage: disks.storage };
}

/** Each with a property that says which one it is. */
async function plant(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.map((one) => path.join(folder, one))) {
    mkdirSync(path.dirname(host(name)), { recursive: true });
    if (name.endsWith(".txt")) writeFileSync(host(name), name);
    else mkdirSync(host(name), { recursive: true });
    const values = [{ namespace: "urn:x", name: "k", xml: `<k xmlns="urn:x">${name}</k>` }];
    await (
      await prepareKept({ db: ctx.db, storage: ctx.storage, ownerId: "tom" }, host(name), values)
    )();
  }
}
async function keptIn(folder: string, names: readonly string[]) {
  const all = names.map(async (name) => (await findKept(ctx.db, host(path.join(folder, name))))[0]?.xml ?? null);
  return Promise.all(all);
}
const planted = (folder: string, names: readonly string[]) =>
  names.map((name) => `<k xmlns="urn:x">${path.join(folder, name)}</k>`);
const move = async (name: string, to: string) =>
  fixture.end(await moveEntries({ files: [at(name)], to: at(to), conflict: "replace" }, ctx), ctx);
const takeBack = async (id: string) => fixture.end(await undo({ id }, ctx), ctx);

const tree = ["", "b", "b/f.txt", "b/sub", "b/sub/g.txt", "none"];

test.for(["this disk", "another disk"])(
  "folders that were merged away come back with what WebDAV clients kept with them: on %s",
  async (where, { skip }) => {
    if (where === "another disk") await useTwoDisks(skip);
    const to = where === "another disk" ? "other" : "to";
    await plant("src/T", tree);
    await plant(`${to}/T`, tree);
    const { id } = await move("src/T", to);
    expect(await keptIn("src/T", tree)).toEqual(tree.map(() => null));
    // Folders that stand keep what they have.
    const standing = ["", "b", "b/sub", "none"];
    expect(await keptIn(`${to}/T`, standing)).toEqual(planted(`${to}/T`, standing));
    expect(await takeBack(id)).toMatchObject({ state: "done", failures: [] });
    expect(await keptIn("src/T", tree)).toEqual(planted("src/T", tree));
    expect(await keptIn(`${to}/T`, tree)).toEqual(planted(`${to}/T`, tree));
    expect(await ctx.db.davProperty.count({ where: { ownerId: "tom" } })).toBe(2 * tree.length);
  },
);

test("so do those that were made on another disk for a tree of which something failed", async ({ skip }) => {
  await useTwoDisks(skip);
  await plant("src/T", tree);
  execFileSync("mkfifo", [host("src/T/pipe")]);
  const { id, failureCount } = await move("src/T", "other");
  expect([failureCount, existsSync(host("src/T/b"))]).toEqual([1, false]);
  const gone = tree.slice(1);
  expect(await keptIn("other/T", gone)).toEqual(planted("src/T", gone));
  expect(await takeBack(id)).toMatchObject({ state: "done", failures: [] });
  expect(await keptIn("src/T", tree)).toEqual(planted("src/T", tree));
  expect(await keptIn("other/T", tree)).toEqual(tree.map(() => null));
});

test("more than a record may hold says that it has no undo", async () => {
  await plant("src/T", ["", "b"]);
  await plant("to/T", ["b"]);
  const long = [{ namespace: "urn:x", name: "k", xml: `<k xmlns="urn:x">${"x".repeat(60_000)}</k>` }];
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
  for (const name of names) {
    for (const folder of ["src/T", "to/T"]) mkdirSync(host(`${folder}/${name}`));
    await (
      await prepareKept({ db: ctx.db, storage: ctx.storage, ownerId: "tom" }, host(`src/T/${name}`), long)
    )();
  }
  const { id, facts } = await move("src/T", "to");
  expect(facts).toMatchObject({ undoable: false });
  await expect(takeBack(id)).rejects.toThrow("undo/gone");
});
