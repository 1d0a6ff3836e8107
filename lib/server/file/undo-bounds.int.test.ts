import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { maxRecordBytes } from "@/lib/server/undo/record-undo";
import { undo } from "@/lib/server/undo/undo";
import { copyEntries, moveEntries } from "./change-trees";
import { setUndoableKinds } from "./undo-fixture";

setUndoableKinds();

let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());

const verbs = { copy: copyEntries, move: moveEntries } as const;

/** A folder and one of its name to merge it with. */
function plant(name: string, files: number, nameOf: (index: number) => string, deep = "deep"): void {
  for (const folder of [`${name}/from/x`, `${name}/to/x`])
    mkdirSync(path.join(fixture.root, folder, deep), { recursive: true });
  for (let index = 0; index < files; index++)
    writeFileSync(path.join(fixture.root, name, "from/x", deep, nameOf(index)), "");
}

const merging = async (verb: "copy" | "move", name: string) =>
  fixture.end(
    await verbs[verb]({ files: [at(`${name}/from/x`)], to: at(`${name}/to`), conflict: "replace" }, fixture.ctx),
  );

const bytesOf = async (id: string) => {
  const rows = await fixture.ctx.db.$queryRaw<{ bytes: bigint }[]>`
    SELECT octet_length("what") AS "bytes" FROM "Undo" WHERE "id" = ${id}`;
  return rows.map(({ bytes }) => Number(bytes));
};

test.each(["copy", "move"] as const)(
  "a %s whose names are too long to be kept is done, and told as one that stays",
  async (verb) => {
    plant(`long-${verb}`, 9_000, (index) => `${"n".repeat(240)}${index}`);
    const done = await merging(verb, `long-${verb}`);
    expect(done).toMatchObject({ state: "done", files: 9_000, facts: { undoable: false } });
    expect(await bytesOf(done.id)).toEqual([]);
    await expect(undo({ id: done.id }, fixture.ctx)).rejects.toThrow("undo/gone");
  },
);

test.each(["copy", "move"] as const)("a %s below long folders is a short record, and is undone", async (verb) => {
  const deep = Array.from({ length: 10 }, () => "d".repeat(240)).join("/");
  plant(`deep-${verb}`, 1_000, (index) => `f${index}`, deep);
  const done = await merging(verb, `deep-${verb}`);
  expect(done).toMatchObject({ state: "done", files: 1_000 });
  expect(done.facts).not.toHaveProperty("undoable");
  const [bytes = Number.NaN] = await bytesOf(done.id);
  expect(bytes).toBeLessThan(maxRecordBytes / 50);
  expect(await fixture.end(await undo({ id: done.id }, fixture.ctx))).toMatchObject({ state: "done", files: 1_000 });
  expect(readdirSync(path.join(fixture.root, `deep-${verb}/to/x`, deep))).toEqual([]);
  expect(readdirSync(path.join(fixture.root, `deep-${verb}/from/x`, deep))).toHaveLength(1_000);
});

test("a task whose record the database does not take says that it cannot be undone", async () => {
  plant("full", 2, (index) => `${index}`);
  const { db } = fixture.ctx;
  await db.$executeRawUnsafe(`CREATE TRIGGER full BEFORE INSERT ON "Undo" BEGIN SELECT RAISE(ABORT, 'full'); END`);
  expect(await merging("move", "full")).toMatchObject({ state: "done", files: 2, facts: { undoable: false } });
  await db.$executeRawUnsafe(`DROP TRIGGER full`);
});

test("what versions before noted is still undone", async () => {
  mkdirSync(path.join(fixture.root, "old/a"), { recursive: true });
  for (const name of ["old/moved", "old/copied"]) writeFileSync(path.join(fixture.root, name), "x");
  const { storage, db } = fixture.ctx;
  const { etag } = await storage.stat(at("old/copied"));
  const place = (name: string) => path.join(fixture.root, name);
  const { fileId } = await storage.details(at("old/moved"));
  const pair = {
    from: at("old/a/was"),
    to: at("old/moved"),
    fromPlace: place("old/a/was"),
    toPlace: place("old/moved"),
    id: fileId,
    stamp: null,
  };
  const paths = [{ path: at("old/copied"), place: place("old/copied"), stamp: etag }];
  const owner = { ownerId: "mia", sessionId: "session of mia" };
  await db.undo.create({ data: { id: "moved", ...owner, what: { kind: "move", pairs: [pair], replaced: [] } } });
  await db.undo.create({ data: { id: "copied", ...owner, what: { kind: "copy", paths, below: "", replaced: [] } } });
  for (const id of ["moved", "copied"])
    expect(await fixture.end(await undo({ id }, fixture.ctx))).toMatchObject({ state: "done", files: 1 });
  expect([readdirSync(place("old")), readdirSync(place("old/a"))]).toEqual([["a"], ["was"]]);
});
