import { expect, test } from "vitest";
import { makeNameFilter } from "@/lib/shared/name-filter";
import { collectEntries, topEntriesOf } from "./collect-files";

type Tree = { [name: string]: Tree | number };

/** The browser's entries for a tree; like Chromium's, a reader gives a hundred children at a time. */
function entryOf(name: string, node: Tree | number): FileSystemEntry {
  const base = { name, isFile: typeof node === "number", isDirectory: typeof node !== "number" };
  if (typeof node === "number") {
    return { ...base, file: (give: (file: File) => void) => give({ name, size: node } as File) } as FileSystemFileEntry;
  }
  const children = Object.entries(node).map(([child, below]) => entryOf(child, below));
  return {
    ...base,
    createReader: () => ({ readEntries: (give: (batch: FileSystemEntry[]) => void) => give(children.splice(0, 100)) }),
  } as unknown as FileSystemDirectoryEntry; // what of it is called
}

test("reads all batches, deep folders and empty folders", async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`f${index}`, 1]));
  const found = await collectEntries({
    entries: [entryOf("top", { many, deep: { er: { "x.txt": 3 } }, empty: {} }), entryOf("one.txt", 5)],
    loose: [{ name: "pasted.png" } as File],
  });
  expect(found.files).toHaveLength(253);
  expect(found.files.find(({ file }) => file.name === "x.txt")?.folders).toEqual(["top", "deep", "er"]);
  expect(found.emptyFolders).toEqual([["top", "empty"]]);
  const tops = [...topEntriesOf(found)].map(([name, { kind }]) => `${name} ${kind}`);
  expect(tops.toSorted()).toEqual(["one.txt file", "pasted.png file", "top folder"]);
});

test("leaves out the names that are ignored below a folder, not those that were dropped themselves", async () => {
  const tree = { node_modules: { "x.js": 1 }, ".DS_Store": 1, src: { ".DS_Store": 1, "a.ts": 1 } };
  const entries = [entryOf("project", tree), entryOf(".DS_Store", 1)];
  const found = await collectEntries({ entries, loose: [] }, makeNameFilter([".DS_*", "node_modules"]));
  expect(found.files.map(({ folders, file }) => [...folders, file.name].join("/")).sort()).toEqual([
    ".DS_Store",
    "project/src/a.ts",
  ]);
});
