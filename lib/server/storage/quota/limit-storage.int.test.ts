import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { at, bytesOf, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import type { PartFile, Storage } from "@/lib/server/storage/storage";
import type { EntryName } from "@/lib/shared/paths";
import { limitStorage } from "./limit-storage";
import { createQuotaAccount } from "./quota-account";

const limitBytes = 100;
let fixture: LocalFixture;
let storage: Storage;
beforeEach(async () => {
  fixture = await makeLocalFixture();
  const measure = async () => (await fixture.storage.measure(at(""))).bytes;
  storage = limitStorage(fixture.storage, createQuotaAccount({ limitBytes, measure }));
});
afterEach(() => fixture.close());

const some = (bytes: number) => bytesOf("x".repeat(bytes));
const plant = (name: string, bytes: number) => writeFileSync(path.join(fixture.root, name), "x".repeat(bytes));
const write = (name: string, bytes: number) => outcomeOf(storage.write(at(name), some(bytes), { conflict: "fail" }));

const { signal } = new AbortController();
const target = { name: "whole" as EntryName, conflict: "fail", mtimeMs: null } as const; // a literal
async function makePart(bytes: number): Promise<PartFile> {
  const { id } = await storage.parts.create(at(""), target, async () => {});
  const part = { folder: at(""), id };
  await append(part, 0, bytes);
  return part;
}
const append = (part: PartFile, offset: number, bytes: number) =>
  storage.parts.append(part, some(bytes), { offset, maxBytes: limitBytes, signal });

test("what is cut off a part counts no more", async () => {
  const part = await makePart(80);
  await storage.parts.cut(part, 10);
  await append(part, 10, 80);
  expect(await write("more", 11)).toBe("quota/exceeded");
  expect(await write("little", 10)).toBe("done");
});

test("what never reached the disk of a source that broke off does not count either", async () => {
  const { id } = await storage.parts.create(at(""), target, async () => {});
  const part = { folder: at(""), id };
  const tooMuch = storage.parts.append(part, bytesOf("x".repeat(40), "x".repeat(40)), {
    offset: 0,
    maxBytes: 40,
    signal,
  });
  expect(await outcomeOf(tooMuch)).toBe("file/too-large");
  expect(await storage.parts.size(part)).toBeLessThanOrEqual(40);
  expect(await write("a", 60)).toBe("done");
});

test("pieces that are joined count as the whole that they become", async () => {
  const [first, second] = [await makePart(40), await makePart(40)];
  await storage.parts.take(first, second, { offset: 40, signal });
  await storage.parts.remove(second);
  expect(await write("more", 21)).toBe("quota/exceeded");
  await storage.parts.seal(first, target);
  await storage.parts.place(first, target, { replaced: null });
  expect(await write("more", 21)).toBe("quota/exceeded");
  expect(await write("little", 20)).toBe("done");
});

async function discard(name: string) {
  const plan = await storage.trash.plan(at(name), { ownerId: "mia", id: name });
  await storage.trash.put(at(name), plan);
  return () =>
    outcomeOf(storage.trash.restore(plan.place, { from: at(name), toFolder: at(""), options: treeOptions() }));
}

test("what goes to the trash makes room at once, and takes it when it comes back", async () => {
  mkdirSync(path.join(fixture.root, "folder"));
  plant("folder/a", 50);
  plant("file", 40);
  expect(await write("more", 20)).toBe("quota/exceeded");
  const restoreFolder = await discard("folder");
  const restoreFile = await discard("file");
  expect(await write("more", 60)).toBe("done");
  expect([await restoreFolder(), await restoreFile()]).toEqual(["quota/exceeded", "done"]);
  expect(await write("last", 1)).toBe("quota/exceeded");
});

test("a version that takes its file's place needs room for what it is larger", async () => {
  plant("file", 60);
  const plan = await storage.trash.plan(at("file"), { ownerId: "mia", id: "one" });
  await storage.trash.put(at("file"), plan);
  plant("file", 50);
  const back = { from: at("file"), toFolder: at(""), options: treeOptions("replace") };
  expect(await outcomeOf(storage.trash.restore(plan.place, back))).toBe("done");
});
