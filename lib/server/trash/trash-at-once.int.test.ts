import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { removeEntries } from "@/lib/server/file/change-trees";
import { setUndoableKinds } from "@/lib/server/file/undo-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import type { StepContext } from "@/lib/server/group/task-step";
import { undo } from "@/lib/server/undo/undo";
import { listTrash } from "./list-trash";
import { purgeRow } from "./purge-row";
import { emptyTrash, purgeTrash } from "./purge-trash";
import { restoreRow, restoreTrash } from "./restore-trash";
import { settleLeft } from "./settle-left";
import { reconcileTrash, sweepTrash } from "./sweep-trash";
import { actorOf, makeTrashFixture, type TrashFixture } from "./trash-fixture";
import { placeOf } from "./trash-row";

setUndoableKinds();

let fixture: TrashFixture;
let ctx: Ctx;
let admin: Ctx;

beforeEach(async () => {
  fixture = await makeTrashFixture();
  ctx = fixture.ctx;
  admin = { ...ctx, actor: actorOf("tom", true) };
});
afterEach(() => fixture.close());

const [folders, files] = [12, 40];
const names = Array.from({ length: folders }, (_, index) => `s${index}`);
const inRoot = (name: string) => path.join(fixture.root, name);
const ids = async () => (await listTrash({ all: false, limit: 500 }, ctx)).entries.map(({ id }) => id);
const rowOf = (id: string) => ctx.db.trash.findUniqueOrThrow({ where: { id } });
const { signal } = new AbortController();

function later<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function removeFolders(): Promise<string> {
  for (const name of names) {
    mkdirSync(inRoot(`d/${name}`), { recursive: true });
    for (let index = 0; index < files; index++) writeFileSync(inRoot(`d/${name}/f${index}`), "x");
  }
  const removed = await removeEntries({ files: names.map((name) => at(`d/${name}`)), permanent: false }, ctx);
  await fixture.end(removed);
  return removed.taskId;
}

/** What came back is whole, and each entry is either there, or gone, or in the trash still. */
async function assertWhole(): Promise<void> {
  const back = readdirSync(inRoot("d"));
  expect(back.map((name) => readdirSync(inRoot(`d/${name}`)).length)).toEqual(back.map(() => files));
  expect(new Set(back.map((name) => name.split(" ")[0])).size).toBe(back.length);
  expect(await ctx.db.trash.count({ where: { state: { not: "there" } } })).toBe(0);
  const left = (await listTrash({ all: false, limit: 500 }, ctx)).entries.map(({ name }) => name);
  expect(left.filter((name) => back.includes(name))).toEqual([]);
}

type Given = { ids: string[]; deletion: string };
const restore = (given: string[]) => endOf(restoreTrash({ ids: given, conflict: "rename" }, ctx));
const endOf = async (started: Promise<{ taskId: string }>, who = ctx) => fixture.end(await started, who);
const restoring = ({ ids }: Given) => restore(ids);
const emptying = () => endOf(emptyTrash({ all: false }, ctx));

const ways: Record<string, ((given: Given) => Promise<unknown>)[]> = {
  "restored and emptied": [restoring, emptying],
  "emptied and restored": [emptying, restoring],
  "emptied by an administrator and restored": [() => endOf(emptyTrash({ all: true }, admin), admin), restoring],
  "deleted for good and restored": [({ ids }) => endOf(purgeTrash({ ids }, ctx)), restoring],
  "restored twice": [restoring, restoring],
  "emptied and brought back by an undo": [emptying, ({ deletion }) => endOf(undo({ id: deletion }, ctx))],
  "swept and restored": [() => sweepTrash({ ...ctx, signal }, Date.now() + 100 * 86_400_000), restoring],
};

test.each(Object.entries(ways))("at once %s: what comes back is whole, and once", async (_, steps) => {
  for (const delayMs of [0, 5, 20]) {
    const deletion = await removeFolders();
    const given = { ids: await ids(), deletion };
    const begun: Promise<unknown>[] = [];
    for (const step of steps) {
      begun.push(step(given));
      await wait(delayMs);
    }
    const ended = await Promise.allSettled(begun);
    expect(ended.some(({ status }) => status === "fulfilled")).toBe(true);
    await assertWhole();
    await fixture.end(await removeEntries({ files: [at("d")], permanent: true }, ctx));
    if ((await ids()).length > 0) await emptying();
  }
});

test("an entry that is being restored is nobody else's meanwhile, and comes back whole", async () => {
  mkdirSync(inRoot("d"));
  writeFileSync(inRoot("d/a"), "old");
  await fixture.end(await removeEntries({ files: [at("d/a")], permanent: false }, ctx));
  writeFileSync(inRoot("d/a"), "new");
  const [id = ""] = await ids();
  const before = await rowOf(id);
  const asked = later<void>();
  const answer = later<"rename">();
  const step: StepContext = {
    signal,
    onProgress: () => {},
    ask() {
      asked.resolve(undefined);
      return answer.promise;
    },
  };
  const restored = restoreRow(before, { ctx, step, to: null, conflict: "ask" });
  await asked.promise;
  await expect(purgeRow(before, ctx, { signal })).rejects.toThrow("trash/busy");
  await expect(restoreRow(before, { ctx, step, to: null, conflict: "rename" })).rejects.toThrow("trash/busy");
  // Nor is it taken for what a kill has left.
  await reconcileTrash(ctx);
  await settleLeft("mia", ctx);
  await sweepTrash({ ...ctx, signal }, Date.now() + 100 * 86_400_000);
  expect((await rowOf(id)).state).toBe("restoring");
  answer.resolve("rename");
  expect(await restored).toMatchObject({ failureCount: 0 });
  expect(readdirSync(inRoot("d"))).toHaveLength(2);
  await expect(purgeRow(before, ctx, { signal })).rejects.toThrow("trash/gone");
});

test("an entry that is being deleted for good is not restored, nor is what a kill has left of it; the sweep goes on", async () => {
  await removeFolders();
  const [id = ""] = await ids();
  const before = await rowOf(id);
  const begun = later<void>();
  const purged = purgeRow(before, ctx, { signal, onProgress: () => begun.resolve(undefined) });
  const step: StepContext = { signal, onProgress: () => {}, ask: () => Promise.resolve(null) };
  await begun.promise;
  await expect(restoreRow(before, { ctx, step, to: null, conflict: "rename" })).rejects.toThrow("trash/busy");
  await purged;
  expect(readdirSync(inRoot("d"))).toEqual([]);

  const [other = ""] = await ids();
  const left = await rowOf(other);
  await ctx.db.trash.update({ where: { id: other }, data: { state: "purging" } });
  await expect(restoreRow(left, { ctx, step, to: null, conflict: "rename" })).rejects.toThrow("trash/busy");
  await sweepTrash({ ...ctx, signal });
  expect(await ctx.db.trash.count({ where: { id: other } })).toBe(0);
});

test("an entry whose restore was broken off can be restored again after the next sweep, without a restart", async () => {
  await removeFolders();
  const [id = ""] = await ids();
  await ctx.db.trash.update({ where: { id }, data: { state: "restoring" } });
  await sweepTrash({ ...ctx, signal });
  expect((await rowOf(id)).state).toBe("there");
  expect(await restore([id])).toMatchObject({ state: "done" });
});

test("who reads an entry, such as an earlier version, while it is deleted for good has it whole", async () => {
  mkdirSync(inRoot("d"));
  const content = Buffer.alloc(4 * 1_048_576, "v");
  writeFileSync(inRoot("d/a"), content);
  await fixture.end(await removeEntries({ files: [at("d/a")], permanent: false }, ctx));
  const [id = ""] = await ids();
  const row = await rowOf(id);
  const file = await ctx.storage.trash.open(placeOf(row));
  await purgeRow(row, ctx, { signal });
  const parts: Uint8Array[] = [];
  for await (const part of file.stream()) parts.push(part);
  await file.close();
  expect(Buffer.concat(parts).equals(content)).toBe(true);
  await expect(ctx.storage.trash.open(placeOf(row))).rejects.toThrow("trash/gone");
});
