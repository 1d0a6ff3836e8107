import { expect, test } from "vitest";
import { buildTree, parentOf } from "./archive-tree";

const file = (path: string, size = 1, packed: number | null = 1) =>
  ({ path, kind: "file", size, packed, mtime: 5 }) as const;

test("folders are there whether the archive lists them or not, and know what is in them", () => {
  const tree = buildTree([
    file("a/b/deep.txt", 10, 4),
    { path: "a/", kind: "folder", size: 0, packed: 0, mtime: 7 },
    file("./top.txt"),
    file("a/other.txt", 5, null),
  ]);
  expect(tree.get("")).toMatchObject([
    { name: "a", kind: "folder", path: "a/", number: 1, mtime: 7, size: 15, packed: null },
    { name: "top.txt", number: 2, path: "./top.txt", at: "top.txt" },
  ]);
  expect(tree.get("a")).toMatchObject([{ name: "b", number: null, size: 10, packed: 4 }, { name: "other.txt" }]);
  expect(tree.get("a/b")).toMatchObject([{ name: "deep.txt", at: "a/b/deep.txt" }]);
});

test("names that lead elsewhere or come twice are shown as they are", () => {
  const tree = buildTree([file("../x"), file("/etc/passwd"), file("twice"), file("twice"), file("")]);
  expect(tree.get("")?.map(({ name }) => name)).toEqual(["..", "etc", "twice", "twice"]);
  expect(tree.get("..")).toMatchObject([{ name: "x", path: "../x" }]);
});

test("a hundred thousand entries are no matter: quadratic work would run into the time limit of every test", () => {
  const tree = buildTree(Array.from({ length: 100_000 }, (_, index) => file(`f${index % 100}/g/${index}.txt`)));
  expect(tree.get("")).toHaveLength(100);
});

test.each([
  ["a/b", "a"],
  ["a", ""],
])("%s lies in %j", (at, parent) => expect(parentOf(at)).toBe(parent));
