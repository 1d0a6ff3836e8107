import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { nameOf, type EntryName } from "@/lib/shared/paths";
import { at, bytesOf, listNames, outcomeOf, put, treeOptions } from "@/lib/server/storage/conformance/support";
import type { Storage } from "@/lib/server/storage/storage";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { isOwnName } from "@/lib/server/storage/own-names";

const own = [
  ".filedeck-trash",
  ".filedeck-upload-00112233445566778899aabbccddeeff.part",
  ".filedeck-x",
  ".FileDeck-Trash",
];
const refused = /^file\/(?:name-invalid|not-found)$/;

async function fixtureFor(): Promise<LocalFixture> {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  return fixture;
}

test("names of our own are told in every spelling, and no others", () => {
  for (const name of [
    ...own,
    ".filedeck-",
    ".\uff46iledec\u212a-trash",
    ".\ufb01ledeck-trash",
    ".file\u200bdeck\u00ad-trash",
  ])
    expect(isOwnName(name)).toBe(true);
  for (const name of [".filedeck", "filedeck-trash", "a.filedeck-trash", ".file", "é", "\udc80"])
    expect(isOwnName(name)).toBe(false);
});

async function uploadAs(storage: Storage, name: EntryName, first: EntryName = name): Promise<void> {
  const target = { name: first, conflict: "rename" as const, mtimeMs: null };
  const part = { folder: at("d"), id: (await storage.parts.create(at("d"), target, async () => {})).id };
  const signal = new AbortController().signal;
  await storage.parts.append(part, bytesOf("x"), { offset: 0, maxBytes: 9, signal });
  try {
    await storage.parts.seal(part, { ...target, name });
    await storage.parts.place(part, { ...target, name }, { replaced: null });
  } finally {
    await storage.parts.remove(part);
  }
}

const ways: Readonly<Record<string, (storage: Storage, name: EntryName) => Promise<unknown>>> = {
  "a write": (storage, name) => storage.write(at(`d/${name}`), bytesOf("x"), { conflict: "fail" }),
  "a write below it": (storage, name) => storage.write(at(`d/${name}/x`), bytesOf("x"), { conflict: "fail" }),
  "a new folder": (storage, name) => storage.createFolder(at(`d/${name}`)),
  "an upload": (storage, name) => uploadAs(storage, name),
  "an upload that takes another name at its end": (storage, name) => uploadAs(storage, name, nameOf(at("good"))),
  renaming: (storage, name) => storage.rename(at("f"), at(`d/${name}`)),
  "a copy": (storage, name) => storage.copy(at("f"), at("d"), { ...treeOptions(), name }),
  "a copied folder": (storage, name) => storage.copy(at("e"), at("d"), { ...treeOptions(), name }),
  "a move": (storage, name) => storage.move(at("f"), at("d"), { ...treeOptions(), name }),
  "a moved folder": (storage, name) => storage.move(at("e"), at("d"), { ...treeOptions(), name }),
  attributes: (storage, name) =>
    storage.setAttributes(at(`d/${name}`), { ...treeOptions(), change: { mode: 0o777 }, recursive: false }),
  deleting: (storage, name) => storage.remove(at(`d/${name}`), treeOptions()),
};

describe.each(Object.keys(ways))("a name of our own by %s", (way) => {
  test.each(own)("%s cannot be made, changed or removed", async (name) => {
    const { storage, root } = await fixtureFor();
    await storage.createFolder(at("d"));
    await storage.createFolder(at("e"));
    await put(storage, "f");
    const work = ways[way]?.(storage, name as EntryName); // each is a name
    expect(await outcomeOf(work ?? Promise.resolve())).toMatch(refused);
    expect(readdirSync(`${root}/d`)).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(["d", "e", "f"]);
  });
});

test("what lies in a trash or in an unfinished file is not reached through a link to it", async () => {
  const { storage, root } = await fixtureFor();
  mkdirSync(`${root}/.filedeck-trash/tom/one`, { recursive: true });
  writeFileSync(`${root}/.filedeck-trash/tom/one/secret`, "secret");
  writeFileSync(`${root}/${own[1]}`, "unfinished");
  for (const [name, target] of [
    ["trash", ".filedeck-trash"],
    ["below", `${root}/.filedeck-trash/tom`],
    ["file", ".filedeck-trash/tom/one/secret"],
    ["part", own[1] ?? ""],
  ] as const)
    symlinkSync(target, `${root}/${name}`);
  for (const path of ["trash", "trash/tom/one/secret", "below", "below/one/secret", "file", "part"]) {
    const keys = [
      storage.stat(at(path)),
      storage.open(at(path)),
      storage.measure(at(`${path}/x`)),
      listNames(storage, path),
    ];
    for (const key of await Promise.all(keys.map(outcomeOf))) expect(key).not.toBe("done");
  }
  for (const path of ["trash/new", "below/new"]) expect(await outcomeOf(put(storage, path))).not.toBe("done");
  for (const path of ["file", "part"]) expect(await outcomeOf(put(storage, path))).not.toBe("done");
  for (const name of ["trash", "below", "file", "part"])
    expect((await storage.entry(at(name))).link?.leadsTo).toBe("outside");
  expect(readFileSync(`${root}/.filedeck-trash/tom/one/secret`, "utf8")).toBe("secret");
  expect(existsSync(`${root}/.filedeck-trash/new`)).toBe(false);
});
