import { afterEach, describe, expect, test, vi } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { createSpaceMap } from "@/lib/server/space/build-map";
import { nameToBytes } from "@/lib/shared/paths";
import { at, listAll, listNames, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { heldNamesBytes } from "./held-names";
import { answers, endHosts, folder, storageOn, text, types, type Serve } from "./hostile-fixture";
import { attributeFields, type Field, type SftpAttributes } from "./protocol/packet";

type Told = { name: Buffer; attributes: SftpAttributes };

const file = { mode: 0o100644, sizeBytes: 1 };
const signal = new AbortController().signal;

const fieldsOf = (told: readonly Told[]): Field[] => [
  told.length,
  ...told.flatMap(({ name, attributes }) => [name, text(""), ...attributeFields(attributes)]),
];

/** Everything is a folder, whose names come from `page`, by how often it was asked; null is their end. */
function pagesOf(page: (index: number) => readonly Field[] | null) {
  let asked = 0;
  const serve: Serve = ({ type, reply }) => {
    if (type === types.lstat || type === types.fstat) return reply(answers.attributes, attributeFields(folder));
    if (type === types.opendir) return reply(answers.handle, [text("h")]);
    if (type !== types.readdir) return reply(answers.status, [type === types.close ? 0 : 8]);
    const fields = page(asked++);
    return fields === null ? reply(answers.status, [1]) : reply(answers.name, fields);
  };
  return { serve, asked: () => asked };
}

const manyNames = (index: number) =>
  fieldsOf(
    Array.from({ length: 4_000 }, (_, one) => ({ name: text((index * 4_000 + one).toString(36)), attributes: file })),
  );

describe("a host whose answers have no end", () => {
  afterEach(endHosts);

  test("as many names are read as were asked for, and no more pages", async () => {
    const { serve, asked } = pagesOf(manyNames);
    const storage = await storageOn(serve);
    let count = 0;
    for await (const page of storage.list(at(""), signal, { most: 50_001 })) count += page.length;
    expect(count).toBe(50_001);
    expect(asked()).toBeLessThan(30);
  });

  test("whoever needs all of them is told that they are too many, and others go on meanwhile", async () => {
    const { serve, asked } = pagesOf(manyNames);
    const storage = await storageOn(serve);
    const { mostSteps } = await countTurns(
      async () => expect(await outcomeOf(listNames(storage, ""))).toBe("file/io"),
      asked,
    );
    expect(asked()).toBeLessThan(150);
    // One page in a turn.
    expect(mostSteps).toBeLessThan(5);
  });

  test.each([
    ["nothing", [0]],
    ["names without a letter", fieldsOf(Array.from({ length: 4_000 }, () => ({ name: text(""), attributes: {} })))],
    ["names with slashes", fieldsOf([{ name: text("a/b"), attributes: file }])],
    ["itself", fieldsOf([".", ".."].map((name) => ({ name: text(name), attributes: folder })))],
  ])("%s again and again is an end", async (_, fields) => {
    const storage = await storageOn(pagesOf(() => fields).serve);
    expect(await outcomeOf(listNames(storage, ""))).toBe("file/io");
  });

  test("a name that comes again and again is there once", async () => {
    const fields = fieldsOf(Array.from({ length: 100 }, () => ({ name: text("a"), attributes: file })));
    const storage = await storageOn(pagesOf((index) => (index < 5 ? fields : null)).serve);
    expect(await listNames(storage, "")).toEqual(["a"]);
  });

  test("names come in the order of their bytes", async () => {
    const hex = [
      "61",
      "6180",
      "61ff",
      "ee8080",
      "efbfbd",
      "f09f9880",
      "f09f9881",
      "f09f98",
      "80",
      "c3a4",
      "7a",
      "617a",
    ];
    const told = hex.map((one) => ({ name: Buffer.from(one, "hex"), attributes: file }));
    const storage = await storageOn(pagesOf((index) => (index === 0 ? fieldsOf(told) : null)).serve);
    const names = (await listAll(storage, "")).map(({ name }) => name);
    const sorted = told.map(({ name }) => name).toSorted((one, other) => Buffer.compare(one, other));
    expect(names.map((name) => Buffer.from(nameToBytes(name)).toString("hex"))).toEqual(
      sorted.map((name) => name.toString("hex")),
    );
  });

  test.each<[string, Field[]]>([
    ["a packet that is larger than any server's", [1, text("x".repeat(300_000)), text(""), 0]],
    ["more names in a packet than any server sends", [5_000, ...Array.from({ length: 15_000 }, () => 0)]],
    [
      "attributes with thousands of pairs",
      [1, text("a"), text(""), 0x8000_0000, 2_000, ...Array<number>(4_000).fill(0)],
    ],
  ])("%s ends the session", async (_, fields) => {
    const storage = await storageOn(pagesOf((index) => (index === 0 ? fields : null)).serve);
    expect(await outcomeOf(listNames(storage, ""))).toBe("storage/away");
  });

  test("a tree that goes down for ever is looked at to a depth, and so is one that is removed", async () => {
    let deepest = 0;
    const isRead = new Set<string>();
    const names = fieldsOf(["one", "x".repeat(9)].map((name) => ({ name: text(name), attributes: folder })));
    // Each folder has one folder more, but for those beside.
    const serve: Serve = ({ type, reader, reply }) => {
      if (type === types.lstat || type === types.fstat) return reply(answers.attributes, attributeFields(folder));
      const path = reader.bytes().toString();
      if (type === types.opendir) {
        deepest = Math.max(deepest, path.split("/").length);
        isRead.delete(path);
        return reply(answers.handle, [text(path)]);
      }
      if (type !== types.readdir) return reply(answers.status, [0]);
      const isOver = isRead.has(path) || path.includes("x");
      isRead.add(path);
      return isOver ? reply(answers.status, [1]) : reply(answers.name, names);
    };
    const storage = await storageOn(serve);
    const map = createSpaceMap();
    await storage.survey(at(""), { context: map.start, survey: map.survey, signal });
    expect(map.unreadable()).toBe(2);
    expect(deepest).toBeLessThan(520);
    const removed = await storage.remove(at("one"), treeOptions());
    expect(removed.failures).toContainEqual(expect.objectContaining({ error: "file/too-deep" }));
    expect(deepest).toBeLessThan(520);
  });

  test("however many watch a folder, it is read once for all of them, and no further than it is told of", async () => {
    const { serve, asked } = pagesOf(manyNames);
    const storage = await storageOn(serve);
    const abort = new AbortController();
    await Promise.all(Array.from({ length: 20 }, () => storage.watch(at(""), () => {}, abort.signal)));
    abort.abort();
    expect(asked()).toBe(1);
  });

  test("nothing of all that is held afterwards", async () => {
    await vi.waitFor(() => expect(heldNamesBytes()).toBe(0));
  });
});
